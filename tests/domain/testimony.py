"""What the local extractor makes of a text, in short forms that a test can write whole."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache

from remember.domain.claims import Assertion, DraftClaim, Extraction, Passage
from remember.domain.extraction import answers_to_parse, extract, texts_to_parse
from remember.domain.parsed import ParsedText
from remember.domain.structure import Block, BlockKind
from remember.providers.local_parse import EnglishParser

RETRO = datetime(2026, 6, 12, 14, tzinfo=UTC)


@cache
def parser() -> EnglishParser:
    return EnglishParser()


def parses(passage: Passage) -> Sequence[ParsedText]:
    return parser().parse(texts_to_parse(passage))


def extraction(text: str, at: datetime | None = RETRO, **around: object) -> Extraction:
    passage = Passage(text=text, asserted_at=at, **around)  # type: ignore[arg-type]
    grammar = parses(passage)
    return extract(passage, grammar, parser().parse(answers_to_parse(passage, grammar)))


def claims(text: str, at: datetime | None = RETRO, **around: object) -> Sequence[DraftClaim]:
    return extraction(text, at, **around).claims


def chat(*turns: tuple[str, str], at: datetime | None = RETRO) -> Extraction:
    """A conversation, one line a turn, its blocks as the structure of the whole text gives them."""
    lines = [f"{speaker}: {words}" for speaker, words in turns]
    text, blocks, start = "\n".join(lines), [], 0
    for (speaker, _), line in zip(turns, lines, strict=True):
        end = start + len(line)
        blocks.append(Block(kind=BlockKind.TURN, char_start=start, char_end=end, speaker=speaker))
        start = end + 1
    return extraction(text, at, blocks=tuple(blocks))


def short(assertion: Assertion) -> str:
    """ "relation ravi works_on [search team] begins 2026-06-01", with "not" where it is denied."""
    end = f"[{assertion.object.key}]" if assertion.object else assertion.value.key if assertion.value else ""
    period = assertion.period
    days = [
        f"{'until ' if n else ''}{bound.date()}"
        for n, bound in enumerate((period.valid_from, period.valid_until))
        if bound and (n == 0 or period.valid_from is None or assertion.effect == "holds")
    ]
    denied = "" if assertion.positive else "not "
    subject = assertion.subject.key if assertion.subject else "-"
    words = (
        assertion.kind,
        subject,
        denied + assertion.predicate,
        end,
        assertion.effect,
        *days,
        assertion.supposed,
    )
    return " ".join(filter(None, words))


def asserted(text: str, at: datetime | None = RETRO, **around: object) -> list[str]:
    return [short(a) for claim in claims(text, at, **around) for a in claim.assertions]
