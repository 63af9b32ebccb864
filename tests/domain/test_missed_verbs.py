"""Verbs behind names that a parser does not know."""

import pytest

from remember.domain.missed_verbs import with_missed_verbs
from tests.domain.testimony import asserted, chat, parser, short


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Tess Wild lives in Bergen.", ["relation tess wild located_in [bergen] holds"]),
        (
            "Mona Lark, Jan Rys and Ada Voss work for Kern",
            [f"relation {who} works_for [kern] holds" for who in ("mona lark", "jan rys", "ada voss")],
        ),
        (
            "Tess Wild lives in Bergen and works for Kern.",
            ["relation tess wild located_in [bergen] holds", "relation tess wild works_for [kern] holds"],
        ),
        (
            "Osier Books prints on recycled paper.",
            ["observation osier books other:print print on recycled paper holds"],
        ),
        (
            "Hingecraft repairs doors for the town.",
            ["observation hingecraft other:repair repair doors for town holds"],
        ),
        ("Brine Works stores salt in Delft.", ["relation brine works other:store_salt_in [delft] holds"]),
        ("Elke Rust judges at the show.", ["observation elke rust other:judge judge at show holds"]),
    ],
)
def test_a_verb_that_was_taken_for_a_noun_is_found(text: str, said: list[str]) -> None:
    assert asserted(text) == said


@pytest.mark.parametrize(
    "text",
    [
        "Kern Group sales in Bergen.",
        "Kern Group sales figures for May.",
        "New plans for Delft.",
        "Opening hours in Delft.",
        "Board approvals for Kern.",
        "Kern plans for spring",
        "Market prices in Delft rose.",
    ],
)
def test_a_heading_or_a_compound_is_no_statement(text: str) -> None:
    (parsed,) = parser().parse([text])
    verbs = [token.text for token in parsed.tokens if token.tag in {"VBZ", "VBP"}]
    assert verbs == []


def test_who_somebody_is_to_the_speaker_stands_before_the_name() -> None:
    said = chat(("Pernille", "My sister Tove works at Hingecraft."))
    assert [short(a) for claim in said.claims for a in claim.assertions] == [
        "relation tove works_for [hingecraft] holds"
    ]


def test_a_mended_reading_hangs_together() -> None:
    """Each word hangs on a word of its sentence, without a circle, and only the root on itself."""
    texts = [
        "My sister Tove works at Hingecraft, she can send someone on Friday.",
        "Mona Lark, Jan Rys and Ada Voss work for Kern.",
        "Brine Works stores salt in Delft. Tess Wild lives in Bergen.",
    ]
    for parsed in parser().parse(texts):
        for sentence in parsed.sentences:
            for number in range(sentence.first_token, sentence.end_token):
                seen = {number}
                while parsed.tokens[number].head != number:
                    number = parsed.tokens[number].head
                    assert number not in seen
                    seen.add(number)
                assert number == sentence.root


class _NoWords:
    def verb_of(self, form: str) -> str | None:
        return None

    def has(self, word: str) -> bool:
        return False


def test_without_a_verb_nothing_changes() -> None:
    (parsed,) = parser().parse(["Kern Group sales in Bergen."])
    assert with_missed_verbs(parsed, _NoWords()) == parsed
