"""What a memory gave out is recognised in a text, and nothing else is."""

import pytest

from remember.domain.claims import DecisionType, DraftClaim, EvidenceSpan, Extraction, Reason
from remember.domain.fed_back import OWN_KIND, fed_back, without

PRINTED = (
    "What holds now\n- Mira owns the rota (undated, possibly; 1 document)\n"
    "    “Mira owns the rota.”\n    board, characters 0 to 19, 2026-05-01"
)
MODELS_ANSWER = (
    "It is Mira who owns it.\n- Mira owns the rota\n    “Mira owns it”\n    board, characters 0 to 12"
)
ENVELOPE = '{"grain":"fact","temporal_scope":{"mode":"current"},"facts":[{"label":"Mira owns {it}"}]}'
BUNDLE = '{\n  "contract": "ContextBundle/v2",\n  "facts": {"grain": "fact"}\n}'
ANSWER = '{"status": "answered", "method": "extract", "facts": []}'


def _parts(text: str, kind: str = "notes") -> list[str]:
    return [text[start:end].strip() for start, end in fed_back(text, kind)]


@pytest.mark.parametrize("given", [PRINTED, MODELS_ANSWER, ENVELOPE, BUNDLE, ANSWER])
def test_what_a_memory_gave_out_is_found_among_other_words(given: str) -> None:
    assert _parts(given) == [given]
    assert _parts(f"I asked about the rota.\n\n{given}\n\nSo I went to see her.") == [given]


def test_two_outputs_are_found_apart() -> None:
    assert _parts(f"{PRINTED}\n\nAnd then:\n\n{MODELS_ANSWER}\n\nBye.") == [PRINTED, MODELS_ANSWER]
    assert _parts(f"{ENVELOPE}\n{BUNDLE}") == [ENVELOPE, BUNDLE]


def test_json_that_is_cut_off_goes_on_to_the_end() -> None:
    assert _parts(f"see {ENVELOPE[:60]} and") == [f"{ENVELOPE[:60]} and"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Mira owns the rota.",
        "“Mira owns the rota,” says the board.",
        "    the sign, characters missing, hangs by the gate",
        '{"grain": "wheat", "tonnes": 4}',
        '{"status": "open", "owner": "Mira"}',
        "> Mira owns the rota.\n\nI agree.",
    ],
)
def test_what_others_write_is_left_to_them(text: str) -> None:
    assert _parts(text) == []


def test_a_document_of_the_memorys_own_kind_is_given_out_as_a_whole() -> None:
    assert _parts("Mira owns the rota.", OWN_KIND) == ["Mira owns the rota."]
    assert fed_back("", OWN_KIND) == []


def _claim(start: int, end: int) -> DraftClaim:
    return DraftClaim(
        claim_text="x" * (end - start),
        source_span="x" * (end - start),
        char_start=start,
        char_end=end,
        evidence_spans=(EvidenceSpan(char_start=start, char_end=end),),
    )


def test_claims_that_reach_into_it_are_dropped_and_told() -> None:
    drafts = [_claim(0, 10), _claim(8, 12), _claim(12, 20), _claim(20, 30), _claim(35, 45)]
    left = without(Extraction(claims=drafts, decisions=()), [(10, 20), (40, 50)])
    assert left.claims == [drafts[0], drafts[3]]
    assert [(one.type, one.reason, one.char_start) for one in left.decisions] == [
        (DecisionType.SELECTION_DROP, Reason.FED_BACK, start) for start in (8, 12, 35)
    ]
