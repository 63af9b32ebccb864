"""What beyond the contract a caller may ask of a reply, and where in a reply a fault lies."""

import json
from typing import Any

import pytest

from remember.domain.answer_checks import judged
from remember.domain.answers import Citation, CitedSpan, EvidenceAnswer, EvidenceOptions
from remember.domain.evidence_request import checked
from remember.domain.evidence_selection import select

SOURCES = [
    {"id": "old", "text": "Mio’s boat was the\u00a0Tern until 2021.", "status": "superseded"},
    {"id": "new", "text": "Mio’s boat is the Gull.", "status": "current"},
    {"id": "log", "text": "On 5 March 2024 the Gull took 1,200 kilos. The Gull is slow."},
]


def fact(source_id: str, *quotes: str) -> dict[str, Any]:
    citations = [{"source_id": source_id, "quote": quote} for quote in quotes]
    return {"subject": "Mio", "relation": "has", "object": "a boat", "citations": citations}


def reply(*facts: dict[str, Any], **fields: Any) -> str:
    given = {"status": "answered", "facts": facts, "answer": "Mio has a boat.", "inference": None}
    return json.dumps({**given, "missing_evidence": [], **fields})


def judge(text: object, *, knowledge: str = "evidence-only", **options: Any) -> EvidenceAnswer:
    request = checked({"question": "Which boat?", "sources": SOURCES, "knowledge": knowledge})
    return judged(text, request, select(request.sources, 2048), EvidenceOptions(**options))


def fault(result: EvidenceAnswer) -> tuple[str, str | None]:
    """The code and the place of what is wrong; nothing of the reply may be left."""
    assert (result.status, result.answer, result.facts, result.spans) == ("invalid_response", None, (), ())
    (code,) = result.validation_errors
    return code, result.fault_at


def test_spans_place_every_quote_at_its_first_occurrence() -> None:
    result = judge(reply(fact("log", "The Gull", "Gull"), fact("new", "Gull.")))
    assert result.spans == (
        CitedSpan(fact=0, citation=0, start=43, end=51),
        CitedSpan(fact=0, citation=1, start=20, end=24),
        CitedSpan(fact=1, citation=0, start=18, end=23),
    )


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        (None, "response_size_or_type", ""),
        ("{", "invalid_json", ""),
        ("[]", "invalid_schema", ""),
        (reply(fact("new", "Gull"), status="maybe"), "invalid_schema", "status"),
        (reply({**fact("new", "Gull"), "note": 1}), "invalid_schema", "facts[0]"),
        (
            reply(fact("new", "Gull"), fact("new", "Gull", "")),
            "invalid_schema",
            "facts[1].citations[1].quote",
        ),
        (reply(fact("new")), "invalid_schema", "facts[0].citations"),
        (reply(fact("new", "Gull"), answer=" "), "invalid_schema", "answer"),
        (reply(fact("new", "Gull"), missing_evidence=["a", 2]), "invalid_schema", "missing_evidence[1]"),
        (reply(fact("new", "Gull"), answer=None), "inconsistent_answer", "answer"),
        (reply(), "inconsistent_answer", "facts"),
        (reply(fact("new", "Gull"), missing_evidence=["a"]), "inconsistent_answer", "missing_evidence"),
        (reply(status="insufficient_evidence"), "inconsistent_abstention", "answer"),
        (reply(status="insufficient_evidence", answer=None), "inconsistent_abstention", "missing_evidence"),
        (
            reply(status="insufficient_evidence", answer=None, inference="i", missing_evidence=["a"]),
            "inconsistent_abstention",
            "inference",
        ),
        (reply(fact("new", "Gull"), inference="i"), "inference_not_allowed", "inference"),
        (reply(fact("new", "Gull"), fact("newer", "x")), "unknown_source", "facts[1].citations[0].source_id"),
        (reply(fact("new", "Gull", "Tern")), "quote_not_in_source", "facts[0].citations[1].quote"),
    ],
)
def test_a_fault_is_told_with_its_place(text: object, code: str, place: str) -> None:
    assert fault(judge(text)) == (code, place)


def test_a_forgiven_quote_comes_back_in_the_words_of_the_source() -> None:
    text = reply(fact("old", "Mio's boat was\nthe Tern"))
    assert fault(judge(text)) == ("quote_not_in_source", "facts[0].citations[0].quote")
    result = judge(text, forgive_quotes=True)
    assert result.facts[0].citations == (Citation(source_id="old", quote="Mio’s boat was the\u00a0Tern"),)
    assert result.spans == (CitedSpan(fact=0, citation=0, start=0, end=23),)
    assert (result.status, result.citations_verified) == ("answered", True)


def test_an_exact_quote_is_kept_where_quotes_are_forgiven() -> None:
    result = judge(reply(fact("log", "  Gull ".strip(), "2024 the")), forgive_quotes=True)
    assert [citation.quote for citation in result.facts[0].citations] == ["Gull", "2024 the"]


def test_an_answer_about_the_present_cites_something_not_out_of_date() -> None:
    outdated = reply(fact("old", "Tern"))
    assert judge(outdated).status == "answered"
    assert fault(judge(outdated, present=True)) == ("nothing_current_cited", "facts")
    assert judge(reply(fact("old", "Tern"), fact("new", "Gull")), present=True).status == "answered"
    assert judge(reply(fact("log", "Gull")), present=True).status == "answered"


def test_an_honest_refusal_about_the_present_may_cite_what_is_out_of_date() -> None:
    refusal = reply(
        fact("old", "Tern"), status="insufficient_evidence", answer=None, missing_evidence=["today's boat"]
    )
    assert judge(refusal, present=True, figures_quoted=True).status == "insufficient_evidence"


def test_figures_of_the_answer_must_stand_in_its_quotes() -> None:
    told = reply(fact("log", "5 March 2024", "1,200 kilos"), answer="1200 kilos on 2024-03-05.")
    assert judge(told, figures_quoted=True).status == "answered"
    wrong = reply(fact("log", "5 March 2024"), answer="1300 kilos on 2024-03-05.")
    assert judge(wrong).status == "answered"
    assert fault(judge(wrong, figures_quoted=True)) == ("figure_not_quoted", "answer")


def test_a_quote_may_be_asked_to_have_some_length() -> None:
    short = reply(fact("new", "boat is the", "G"))
    assert judge(short).status == "answered"
    assert fault(judge(short, least_quote=2)) == ("quote_too_short", "facts[0].citations[1].quote")
    assert judge(reply(fact("new", " is ")), least_quote=2).status == "answered"
    assert fault(judge(reply(fact("new", " is ")), least_quote=3))[0] == "quote_too_short"


def test_what_the_contract_refuses_is_told_before_what_is_asked_beyond_it() -> None:
    text = reply(fact("old", "T"), fact("nobody", "x"), answer="7 boats")
    assert fault(judge(text, least_quote=9, present=True, figures_quoted=True))[0] == "unknown_source"


def test_the_result_as_a_dict_has_the_fields_of_the_contract_alone() -> None:
    assert judge(
        reply(fact("new", "Gull"), inference="i"), knowledge="allow-general-inference"
    ).as_dict() == {
        "status": "answered",
        "answer": "Mio has a boat.",
        "inference": "i",
        "facts": [fact("new", "Gull")],
        "missing_evidence": [],
        "validation_errors": [],
        "citations_verified": True,
        "used_source_ids": ["old", "new", "log"],
        "omitted_source_ids": [],
        "context_tokens": 61,
        "model_calls": 1,
    }
