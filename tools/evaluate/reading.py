"""Texts as the local extractor reads them, without a memory: cut, parsed and turned into claims."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cache

from remember.domain.chunks import Chunk, cut
from remember.domain.claims import DraftClaim, Extraction, Passage
from remember.domain.extraction import EXTRACTOR_VERSION, answers_to_parse, extract, texts_to_parse
from remember.domain.parsed import ParsedText
from remember.domain.structure import Block, Markup, blocks
from remember.domain.words import FUNCTION_WORDS, words
from remember.providers.local_parse import EnglishParser
from remember.providers.stem import distinct_terms


@cache
def parser() -> EnglishParser:
    """The local parser, loaded once."""
    return EnglishParser()


def claims_of(text: str, *, said: datetime | None) -> list[DraftClaim]:
    """The claims of a text, as ingest would draw them from its passages."""
    return [claim for passage in passages_of(text, said=said) for claim in _claims(passage)]


def passages_of(text: str, *, said: datetime | None) -> Iterator[Passage]:
    """The passages that a text is cut into, each with what is known around it."""
    found = list(blocks(text, Markup.PLAIN))
    speakers = tuple(dict.fromkeys(block.speaker for block in found if block.speaker))
    for chunk in cut(text, title="", markup=Markup.PLAIN, extractor_version=EXTRACTOR_VERSION):
        yield Passage(
            text=chunk.text,
            char_start=chunk.char_start,
            heading_path=chunk.heading_path,
            section_role=chunk.section_role,
            asserted_at=said,
            blocks=tuple(_within(found, chunk)),
            known_names=speakers,
        )


def _within(found: Sequence[Block], chunk: Chunk) -> Iterator[Block]:
    for block in found:
        if block.char_start < chunk.char_end and chunk.char_start < block.char_end:
            yield block


def _claims(passage: Passage) -> Sequence[DraftClaim]:
    return read(passage).claims


def read(passage: Passage) -> Extraction:
    """What the rules make of a passage."""
    grammar = parsed(texts_to_parse(passage))
    return extract(passage, grammar, parsed(answers_to_parse(passage, grammar)))


def parsed(texts: Sequence[str]) -> Sequence[ParsedText]:
    """The grammar of some texts."""
    return parser().parse(texts)


def content(text: str) -> frozenset[int]:
    """The stems of the words of a text that carry content."""
    return frozenset(distinct_terms(word for word in words(text) if word not in FUNCTION_WORDS))
