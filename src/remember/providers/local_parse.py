"""The local parser: spaCy with its small English model."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate

import spacy
from spacy.tokens import Doc, Span
from spacy.tokens import Token as SpacyToken

from remember.domain.composing import composed
from remember.domain.parsed import NamedEntity, NounChunk, ParsedText, Sentence, Token, placed_in
from remember.providers.models import ENGLISH_PARSER, verified_folder


class EnglishParser:
    """Texts to grammar. Blocks; memory grows with the longest text, so give it pieces, not books."""

    def __init__(self) -> None:
        self._pipeline = spacy.load(verified_folder(ENGLISH_PARSER), exclude=["senter"])

    def parse(self, texts: Sequence[str]) -> list[ParsedText]:
        """One reading a text, in order."""
        read = [composed(text) for text in texts]
        # The zone frees the words of these texts from the vocabulary, which else grows for ever.
        with self._pipeline.memory_zone():
            readings = [_reading(doc) for doc in self._pipeline.pipe(one.text for one in read)]
        return [
            reading if one.text == text else placed_in(reading, text, one.starts)
            for reading, one, text in zip(readings, read, texts, strict=True)
        ]


def _reading(doc: Doc) -> ParsedText:
    words = _Words(doc)
    return ParsedText(
        text=doc.text,
        tokens=tuple(words.token(token) for token in doc if not token.is_space),
        sentences=tuple(
            Sentence(**place, root=words.number[span.root.i]) for span, place in words.places(doc.sents)
        ),
        entities=tuple(NamedEntity(**place, label=span.label_) for span, place in words.places(doc.ents)),
        noun_chunks=tuple(
            NounChunk(**place, root=words.number[span.root.i])
            for span, place in words.places(doc.noun_chunks)
        ),
    )


class _Words:
    """The words of a document without its white space: `number[i]` is the first word at or after token i."""

    def __init__(self, doc: Doc) -> None:
        self._doc = doc
        self._words = [token for token in doc if not token.is_space]
        self.number = [0, *accumulate(int(not token.is_space) for token in doc)]

    def token(self, token: SpacyToken) -> Token:
        tense, number = _tense_and_number(str(token.morph))
        return Token(
            text=token.text,
            start=token.idx,
            end=token.idx + len(token.text),
            lemma=token.lemma_,
            pos=token.pos_,
            tag=token.tag_,
            dep=token.dep_,
            head=self.number[token.head.i],
            tense=tense,
            number=number,
        )

    def places(self, spans: Iterator[Span] | Sequence[Span]) -> Iterator[tuple[Span, dict[str, int]]]:
        """Each span that holds a word, with its place from its first word to its last."""
        for span in spans:
            first, end = self.number[span.start], self.number[span.end]
            if first < end:
                last = self._words[end - 1]
                yield (
                    span,
                    {
                        "start": self._words[first].idx,
                        "end": last.idx + len(last.text),
                        "first_token": first,
                        "end_token": end,
                    },
                )


@lru_cache(maxsize=1_000)
def _tense_and_number(morphology: str) -> tuple[str | None, str | None]:
    features = dict(feature.split("=") for feature in morphology.split("|") if feature)
    return features.get("Tense"), features.get("Number")
