"""The local parser: spaCy with its small English model."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate

import spacy
from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.tokens import Token as SpacyToken

from remember.domain.composing import composed
from remember.domain.missed_verbs import with_missed_verbs
from remember.domain.parsed import NamedEntity, NounChunk, ParsedText, Sentence, Token, placed_in
from remember.providers.models import ENGLISH_PARSER, verified_folder

# The personal pronouns of English, a closed class (Huddleston and Pullum, The Cambridge Grammar, 5.10), and
# how they are shortened in writing.
_PERSONAL = frozenset(
    [
        "i",
        "me",
        "my",
        "mine",
        "myself",
        "you",
        "your",
        "yours",
        "yourself",
        "yourselves",
        "he",
        "him",
        "his",
        "himself",
        "she",
        "her",
        "hers",
        "herself",
        "it",
        "its",
        "itself",
        "we",
        "us",
        "our",
        "ours",
        "ourselves",
        "they",
        "them",
        "their",
        "theirs",
        "themself",
        "themselves",
        "one",
        "oneself",
        "thou",
        "thee",
        "thy",
        "thine",
        "u",
        "ya",
        "yer",
        "y'all",
        "'em",
        "em",
        "s",
    ]
)

# The endings of "she runs", "she carries" and "she washes", and what stands in their place in "to run".
_PRESENT = (("s", ""), ("ies", "y"), ("es", ""))


# Words of one meaning across their hyphen, of which the model would make nouns of their own: "ex-wife".
_ONE_WORD = re.compile(r"(?:co|ex|vice|on)-[a-z]{2,}", re.IGNORECASE)


class EnglishParser:
    """Texts to grammar. Blocks; memory grows with the longest text, so give it pieces, not books."""

    def __init__(self) -> None:
        self._pipeline = spacy.load(verified_folder(ENGLISH_PARSER), exclude=["senter"])
        self._pipeline.tokenizer.token_match = _ONE_WORD.fullmatch  # type: ignore[union-attr]
        self._lexicon = _Lexicon(self._pipeline)

    def parse(self, texts: Sequence[str]) -> list[ParsedText]:
        """One reading a text, in order."""
        read = [composed(text) for text in texts]
        # The zone frees the words of these texts from the vocabulary, which else grows for ever.
        with self._pipeline.memory_zone():
            readings = [_reading(doc) for doc in self._pipeline.pipe(one.text for one in read)]
        readings = [with_missed_verbs(reading, self._lexicon) for reading in readings]
        return [
            reading if one.text == text else placed_in(reading, text, one.starts)
            for reading, one, text in zip(readings, read, texts, strict=True)
        ]


class _Lexicon:
    """The words that the model's lemmatizer knows: those of WordNet."""

    def __init__(self, pipeline: Language) -> None:
        index = pipeline.get_pipe("lemmatizer").lookups.get_table("lemma_index")  # type: ignore[attr-defined]
        self._verbs = frozenset(index["verb"])
        self._words = self._verbs.union(index["noun"], index["adj"], index["adv"])

    def verb_of(self, form: str) -> str | None:
        bases = (form, *(form.removesuffix(end) + put for end, put in _PRESENT if form.endswith(end)))
        return next((base for base in bases if base in self._verbs), None)

    def has(self, word: str) -> bool:
        return word in self._words


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
        pos, tag = _class(token)
        return Token(
            text=token.text,
            start=token.idx,
            end=token.idx + len(token.text),
            lemma=token.lemma_,
            pos=pos,
            tag=tag,
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


def _class(token: SpacyToken) -> tuple[str, str]:
    """The word class of a token; a rare name that the model takes for a pronoun ("Zoë") is a name."""
    looks_so = token.pos_ == "PRON" and token.tag_ in {"PRP", "PRP$"}
    if looks_so and token.text[:1].isupper() and token.lower_.strip("'’") not in _PERSONAL:
        return "PROPN", "NNP"
    return token.pos_, token.tag_


@lru_cache(maxsize=1_000)
def _tense_and_number(morphology: str) -> tuple[str | None, str | None]:
    features = dict(feature.split("=") for feature in morphology.split("|") if feature)
    return features.get("Tense"), features.get("Number")
