"""What a reply amounts to: the checks of the contract, case by case, with the whole outcome."""

import json
from typing import Any

import pytest

from tests.answering.conftest import Ask
from tests.answering.models import (
    GUIDE,
    NODE,
    Model,
    Said,
    answer,
    answered,
    fact,
    invalid,
    refusal,
    refused,
    request,
    said,
)

GOOD = json.dumps(answered())
OTHER = {"id": "other", "text": "Node 18 is gone."}


async def outcome(ask: Ask, reply: Any, **fields: Any) -> dict[str, Any]:
    """The whole outcome of one reply."""
    return (await ask(request(**fields), Model(reply))).as_dict()


async def test_a_fact_with_an_exact_quote_is_an_answer(ask: Ask) -> None:
    assert await outcome(ask, said(answered())) == answer()


async def test_texts_are_trimmed_and_quotes_are_not(ask: Ask) -> None:
    stated = fact("guide", " uses ", subject=" s\n", relation="\tr", object="\ufeffo ")
    reply = answered(stated, answer=" \u3000yes ", inference=" i ")
    found = await outcome(ask, said(reply), knowledge="allow-general-inference")
    told = fact("guide", " uses ", subject="s", relation="r", object="o")
    assert found == answer(told, answer="yes", inference="i")


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        (answered(facts=[]), "inconsistent_answer"),
        (answered(missing_evidence=["something"]), "inconsistent_answer"),
        (answered(answer=None), "inconsistent_answer"),
        (answered(inference="Perhaps."), "inference_not_allowed"),
        (refused(answer="Node 22."), "inconsistent_abstention"),
        (refused(missing_evidence=[]), "inconsistent_abstention"),
        (refused(inference="Perhaps."), "inconsistent_abstention"),
        (answered(fact("nowhere")), "unknown_source"),
        (answered(fact("guide", "Production requires Node 99.")), "quote_not_in_source"),
        (refused(fact("guide", "Node 99")), "quote_not_in_source"),
        (answered(fact("nowhere"), fact("guide", "Node 99")), "unknown_source"),
        (answered(fact("guide", "Node 99"), fact("nowhere")), "quote_not_in_source"),
        (answered(fact("guide", "Node 20", "Node 99"), fact("nowhere")), "quote_not_in_source"),
        (answered(fact("__proto__")), "unknown_source"),
        (answered(fact("constructor")), "unknown_source"),
    ],
)
async def test_the_first_check_that_fails_is_told_and_nothing_of_the_reply_is_kept(
    ask: Ask, reply: Any, code: str
) -> None:
    assert await outcome(ask, said(reply)) == invalid(code)


@pytest.mark.parametrize(
    "reply",
    [
        answered(extra=1),
        answered({**fact(), "extra": 1}),
        answered({**fact(), "citations": [{"source_id": "guide", "quote": "Node 22", "extra": 1}]}),
        {key: value for key, value in answered().items() if key != "inference"},
        answered(*[fact()] * 33),
        answered(fact("guide", *["Node"] * 9)),
        answered({**fact(), "citations": []}),
        refused(missing_evidence=["m"] * 17),
        answered(fact("guide", "q" * 4097)),
        answered(fact("i" * 513)),
        answered(answer="a" * 16_385),
        answered(inference="i" * 8_193),
        answered(fact(subject="s" * 1_025)),
        answered(fact(object="o" * 4_097)),
        refused(missing_evidence=["m" * 1_025]),
        answered(answer="  "),
        answered(fact("guide", "\n")),
        answered(fact(subject=" ")),
        answered(status="invalid_response"),
        answered(status="Answered"),
        answered(facts=None),
        answered(missing_evidence=None),
        answered(answer=22),
        answered(facts={"0": fact()}),
        answered(None),
    ],
)
async def test_a_reply_of_another_form_is_refused(ask: Ask, reply: Any) -> None:
    assert await outcome(ask, said(reply)) == invalid("invalid_schema")


@pytest.mark.parametrize("text", ["[]", "null", '"x"', "3", "{}", "true", "1e999"])
async def test_json_that_is_no_object_of_ours_is_refused(ask: Ask, text: str) -> None:
    assert await outcome(ask, Said(text)) == invalid("invalid_schema")


@pytest.mark.parametrize(
    "text",
    [
        "Node 22.",
        "",
        f"```json\n{GOOD}\n```",
        f"\ufeff{GOOD}",
        f"{GOOD} I hope that helps.",
        f"Here it is: {GOOD}",
        f"{GOOD}{GOOD}",
        GOOD[:-1],
        GOOD.replace("null", "NaN"),
        GOOD.replace("}]", "},]"),
    ],
)
async def test_text_that_is_not_json_from_end_to_end_is_refused(ask: Ask, text: str) -> None:
    assert await outcome(ask, Said(text)) == invalid("invalid_json")


async def test_white_space_around_the_json_does_no_harm(ask: Ask) -> None:
    assert await outcome(ask, Said(f"\r\n\t {GOOD} \n")) == answer()


async def test_of_a_key_that_stands_twice_the_last_counts(ask: Ask) -> None:
    assert await outcome(ask, Said(GOOD[:-1] + ',"answer":"Twenty-two."}')) == answer(answer="Twenty-two.")


@pytest.mark.parametrize(
    "reply", [Said(None), Said(5), Said(b"{}"), Said(answered()), None, object(), {}, GOOD]
)
async def test_a_reply_without_a_text_is_refused(ask: Ask, reply: Any) -> None:
    assert await outcome(ask, reply) == invalid("response_size_or_type")


async def test_a_reply_may_be_a_mapping_with_a_text(ask: Ask) -> None:
    assert await outcome(ask, {"text": GOOD}) == answer()


async def test_a_reply_may_be_as_long_as_allowed_and_no_longer(ask: Ask) -> None:
    knot = json.dumps(answered(answer="🪢"), ensure_ascii=False)
    units = len(knot) + 1
    assert await outcome(ask, Said(knot), max_response_chars=units) == answer(answer="🪢")
    assert await outcome(ask, Said(knot), max_response_chars=units - 1) == invalid("response_size_or_type")
    assert await outcome(ask, Said(GOOD), max_response_chars=10) == invalid("response_size_or_type")


async def test_a_refusal_names_what_is_missing(ask: Ask) -> None:
    assert await outcome(ask, said(refused())) == refusal()


async def test_a_refusal_may_hold_the_facts_that_are_supported(ask: Ask) -> None:
    facts = (fact(), fact("guide", "Node 20"))
    assert await outcome(ask, said(refused(*facts))) == refusal(*facts)


async def test_general_inference_stands_apart_where_it_is_allowed(ask: Ask) -> None:
    reply = answered(inference="Node 22 is probably supported longer.")
    found = await outcome(ask, said(reply), knowledge="allow-general-inference")
    assert found == answer(inference="Node 22 is probably supported longer.")
    refusing = refused(inference="Perhaps.")
    found = await outcome(ask, said(refusing), knowledge="allow-general-inference")
    assert found == invalid("inconsistent_abstention")


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        (NODE, "production requires"),
        ("a café", "cafe\u0301"),
        ("“so”", '"so"'),
        ("ten\u00a0kilos", "ten kilos"),
        ("one\r\ntwo", "one\ntwo"),
        ("one\ntwo", "one\\ntwo"),
        (NODE, " Production"),
        (NODE, "Production  requires"),
        (NODE, "Node 20. Node 18"),
        (NODE, "Nоde 22"),
    ],
)
async def test_a_quote_that_differs_at_all_is_refused(ask: Ask, text: str, quote: str) -> None:
    sources = [{"id": "guide", "text": text}, OTHER]
    found = await ask(request(sources=sources), Model(said(answered(fact("guide", quote)))))
    assert (found.validation_errors, found.facts) == (("quote_not_in_source",), ())


async def test_a_quote_from_another_source_is_refused(ask: Ask) -> None:
    found = await ask(request(sources=[GUIDE, OTHER]), Model(said(answered(fact("other", "Node 22")))))
    assert found.validation_errors == ("quote_not_in_source",)


async def test_one_character_is_a_quote_and_a_citation_may_repeat(ask: Ask) -> None:
    repeated = fact("guide", *["2"] * 8)
    assert await outcome(ask, said(answered(repeated, repeated))) == answer(repeated, repeated)


@pytest.mark.parametrize("source_id", [" guide ", "__proto__", "constructor", "toString", "🪢", "ا"])
async def test_any_id_can_be_cited_exactly(ask: Ask, source_id: str) -> None:
    stated = fact(source_id)
    sources = [{"id": source_id, "text": NODE}]
    found = await ask(request(sources=sources), Model(said(answered(stated))))
    assert (found.status, found.as_dict()["facts"]) == ("answered", [stated])
    found = await ask(request(sources=sources), Model(said(answered(fact(f"{source_id} ")))))
    assert found.validation_errors == ("unknown_source",)
    trimmed = source_id.strip()
    if trimmed != source_id:
        found = await ask(request(sources=sources), Model(said(answered(fact(trimmed)))))
        assert found.validation_errors == ("unknown_source",)


async def test_what_is_out_of_date_may_be_cited(ask: Ask) -> None:
    sources = [{**GUIDE, "status": "superseded"}]
    found = await ask(request(sources=sources, question="What runs now?"), Model(said(answered())))
    assert (found.status, found.citations_verified) == ("answered", True)
