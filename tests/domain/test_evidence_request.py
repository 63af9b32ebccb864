"""The rules of a question with its evidence: what is taken, what is dropped, what is refused."""

from typing import Any

import pytest

from remember.domain.evidence_request import (
    ABSENT,
    CheckedRequest,
    EvidenceRequest,
    EvidenceSource,
    checked,
)
from remember.errors import EvidenceRequestError

GUIDE = {"id": "guide", "text": "The ferry leaves at noon."}


def request(**fields: Any) -> dict[str, Any]:
    return {"question": "When does the ferry leave?", "sources": [GUIDE], **fields}


def issues(given: Any) -> tuple[tuple[str, str], ...]:
    """The breaches that are found; none for a request that is right."""
    try:
        checked(given)
    except EvidenceRequestError as error:
        return error.issues
    return ()


def test_the_least_request_has_the_defaults() -> None:
    assert checked(request()) == CheckedRequest(
        question="When does the ferry leave?",
        sources=(EvidenceSource(id="guide", text="The ferry leaves at noon."),),
        question_time=None,
        output_language=None,
        knowledge="evidence-only",
        max_context_tokens=2048,
        max_output_tokens=2048,
        max_response_chars=32768,
        timeout_ms=60000,
    )


def test_a_mapping_and_a_model_are_taken_alike() -> None:
    as_mapping = request(question=" When?\n", output_language=" ja ", question_time=0, timeout_ms=5)
    as_model = EvidenceRequest(
        question=" When?\n",
        sources=[EvidenceSource(id="guide", text="The ferry leaves at noon.")],
        output_language=" ja ",
        question_time=0,
        timeout_ms=5,
    )
    assert checked(as_mapping) == checked(as_model)
    assert (checked(as_model).question, checked(as_model).output_language) == ("When?", "ja")
    mixed = EvidenceRequest(question="When?", sources=[GUIDE, EvidenceSource(id="b", text="c")])
    assert [source.id for source in checked(mixed).sources] == ["guide", "b"]


def test_ids_and_texts_are_kept_character_for_character() -> None:
    source = {
        "id": " a\u00a0",
        "text": "\n e\u0301\r\n",
        "speaker": "",
        "observed_at": -1.5,
        "status": "superseded",
    }
    assert checked(request(sources=[source])).sources == (
        EvidenceSource(
            id=" a\u00a0", text="\n e\u0301\r\n", speaker="", observed_at=-1.5, status="superseded"
        ),
    )


def test_a_speaker_known_to_be_nobody_differs_from_none_given() -> None:
    given = [GUIDE, {**GUIDE, "id": "b", "speaker": None}, EvidenceSource(id="c", text="d")]
    assert [source.speaker for source in checked(request(sources=given)).sources] == [ABSENT, None, ABSENT]


def test_what_is_not_named_is_dropped_at_both_levels() -> None:
    source = {**GUIDE, "metadata": {"secret": "s"}, "sources": ["x"], "__proto__": {"id": "y"}}
    assert checked(request(sources=[source], secret="s", signal=object())) == checked(request())


def test_a_checked_request_does_not_follow_what_the_caller_changes() -> None:
    given = request(sources=[dict(GUIDE)])
    found = checked(given)
    given["sources"][0]["text"] = "changed"
    given["sources"].append({"id": "late", "text": "late"})
    assert found == checked(request())


@pytest.mark.parametrize(
    "fields",
    [
        {"question": "q" * 16_384},
        {"question": f"   {'q' * 16_384}   "},
        {"question": "🪢" * 8_192},
        {"sources": []},
        {"sources": tuple({"id": str(number), "text": "t"} for number in range(64))},
        {"sources": [{"id": "i" * 512, "text": "t" * 262_144, "speaker": "s" * 512}]},
        {"sources": [{**GUIDE, "observed_at": at, "id": str(at)} for at in (-8.64e15, 1.5, 0, 8.64e15)]},
        {"sources": [{**GUIDE, "id": one} for one in ("a", "a ", "A", "__proto__", "constructor")]},
        {"question_time": 8.64e15, "output_language": "l" * 128, "knowledge": "allow-general-inference"},
        {"max_context_tokens": 32_768, "max_output_tokens": 8_192, "max_response_chars": 131_072},
        {"max_context_tokens": 1, "max_output_tokens": 1, "max_response_chars": 1, "timeout_ms": 1},
        {"timeout_ms": 300_000, "max_context_tokens": 5.0},
    ],
)
def test_everything_up_to_a_limit_is_taken(fields: dict[str, Any]) -> None:
    assert issues(request(**fields)) == ()


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({"question": "  \ufeff\n"}, ("question", "blank")),
        ({"question": "q" * 16_385}, ("question", "too_long")),
        ({"question": "🪢" * 8_192 + "q"}, ("question", "too_long")),
        ({"question": None}, ("question", "wrong_type")),
        ({"question": b"q"}, ("question", "wrong_type")),
        ({"sources": None}, ("sources", "wrong_type")),
        ({"sources": "guide"}, ("sources", "wrong_type")),
        ({"sources": {"id": "a"}}, ("sources", "wrong_type")),
        ({"sources": [GUIDE] * 65}, ("sources", "too_many")),
        ({"sources": [GUIDE, None]}, ("sources[1]", "wrong_type")),
        ({"sources": [{"id": "a"}]}, ("sources[0].text", "missing")),
        ({"sources": [{**GUIDE, "id": " \t"}]}, ("sources[0].id", "blank")),
        ({"sources": [{**GUIDE, "id": ""}]}, ("sources[0].id", "blank")),
        ({"sources": [{**GUIDE, "id": "i" * 513}]}, ("sources[0].id", "too_long")),
        ({"sources": [{**GUIDE, "id": 7}]}, ("sources[0].id", "wrong_type")),
        ({"sources": [{**GUIDE, "text": "\n\n"}]}, ("sources[0].text", "blank")),
        ({"sources": [{**GUIDE, "text": "t" * 262_145}]}, ("sources[0].text", "too_long")),
        ({"sources": [{**GUIDE, "observed_at": None}]}, ("sources[0].observed_at", "wrong_type")),
        ({"sources": [{**GUIDE, "observed_at": "1"}]}, ("sources[0].observed_at", "wrong_type")),
        ({"sources": [{**GUIDE, "observed_at": True}]}, ("sources[0].observed_at", "wrong_type")),
        ({"sources": [{**GUIDE, "observed_at": float("nan")}]}, ("sources[0].observed_at", "not_finite")),
        ({"sources": [{**GUIDE, "observed_at": float("-inf")}]}, ("sources[0].observed_at", "not_finite")),
        ({"sources": [{**GUIDE, "observed_at": 8.64e15 + 1}]}, ("sources[0].observed_at", "too_large")),
        ({"sources": [{**GUIDE, "observed_at": -(10**400)}]}, ("sources[0].observed_at", "too_small")),
        ({"sources": [{**GUIDE, "speaker": 3}]}, ("sources[0].speaker", "wrong_type")),
        ({"sources": [{**GUIDE, "speaker": "s" * 513}]}, ("sources[0].speaker", "too_long")),
        ({"sources": [{**GUIDE, "status": "stale"}]}, ("sources[0].status", "not_allowed")),
        ({"sources": [{**GUIDE, "status": None}]}, ("sources[0].status", "wrong_type")),
        ({"question_time": None}, ("question_time", "wrong_type")),
        ({"question_time": 8.64e15 + 1}, ("question_time", "too_large")),
        ({"output_language": " "}, ("output_language", "blank")),
        ({"output_language": "l" * 129}, ("output_language", "too_long")),
        ({"knowledge": "anything"}, ("knowledge", "not_allowed")),
        ({"knowledge": None}, ("knowledge", "wrong_type")),
        ({"max_context_tokens": -1}, ("max_context_tokens", "too_small")),
        ({"max_context_tokens": 0}, ("max_context_tokens", "too_small")),
        ({"max_context_tokens": 1.5}, ("max_context_tokens", "not_whole")),
        ({"max_context_tokens": "5"}, ("max_context_tokens", "wrong_type")),
        ({"max_context_tokens": None}, ("max_context_tokens", "wrong_type")),
        ({"max_context_tokens": 32_769}, ("max_context_tokens", "too_large")),
        ({"max_output_tokens": 8_193}, ("max_output_tokens", "too_large")),
        ({"max_response_chars": 131_073}, ("max_response_chars", "too_large")),
        ({"timeout_ms": 0}, ("timeout_ms", "too_small")),
        ({"timeout_ms": 300_001}, ("timeout_ms", "too_large")),
        ({"timeout_ms": float("inf")}, ("timeout_ms", "not_finite")),
    ],
)
def test_a_breach_is_named_by_its_path(fields: dict[str, Any], found: tuple[str, str]) -> None:
    assert issues(request(**fields)) == (found,)


def test_a_missing_field_and_a_thing_that_is_no_request_are_named() -> None:
    assert issues({}) == (("question", "missing"), ("sources", "missing"))
    assert issues(None) == (("", "wrong_type"),)
    assert issues([GUIDE]) == (("", "wrong_type"),)


def test_every_breach_is_named_and_nothing_that_was_given() -> None:
    given = request(
        question="", sources=[{"id": "private", "text": " "}, {"id": "", "text": 4}], timeout_ms="private"
    )
    with pytest.raises(EvidenceRequestError) as caught:
        checked(given)
    assert caught.value.issues == (
        ("question", "blank"),
        ("sources[0].text", "blank"),
        ("sources[1].id", "blank"),
        ("sources[1].text", "wrong_type"),
        ("timeout_ms", "wrong_type"),
    )
    assert isinstance(caught.value, ValueError)
    assert "private" not in str(caught.value) + repr(caught.value.data)


def test_repeated_ids_are_refused_by_their_place() -> None:
    given = request(sources=[GUIDE, {"id": "b", "text": "c"}, {**GUIDE, "text": "other"}, GUIDE])
    with pytest.raises(EvidenceRequestError, match="duplicate") as caught:
        checked(given)
    assert caught.value.issues == (("sources[2].id", "duplicate"), ("sources[3].id", "duplicate"))
    assert "guide" not in str(caught.value)


def test_a_breach_is_told_before_a_repeated_id() -> None:
    assert issues(request(sources=[GUIDE, GUIDE], timeout_ms=0)) == (("timeout_ms", "too_small"),)


def test_trust_is_dropped_unless_it_is_asked_for() -> None:
    given = {"question": "When?", "sources": [{**GUIDE, "trust": "unverified"}]}
    assert checked(given).sources[0].trust is None
    assert checked(given, with_trust=True).sources[0].trust == "unverified"
    wrong = {"question": "When?", "sources": [{**GUIDE, "trust": "unheard"}]}
    assert checked(wrong).sources[0].trust is None
    with pytest.raises(EvidenceRequestError) as refused:
        checked(wrong, with_trust=True)
    assert refused.value.issues == (("sources[0].trust", "not_allowed"),)
