"""A question as the channels need it; every vector is made before the snapshot of the read is taken."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from remember.context import Context
from remember.domain.asked import AskedRelations, asked_relations
from remember.domain.questions import ASKING_WORDS, names_in, outermost
from remember.domain.relevance import Bar
from remember.domain.scopes import Reader
from remember.domain.words import content_words, words
from remember.providers.stem import distinct_terms, question_terms, term_id
from remember.retrieve.together import both
from remember.store import names
from remember.store.search import Vectors
from remember.store.vectors import vector_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question in every form that something searches by.

    `known` are the names in it that somebody bears, `strangers` the words that look like a name where
    nobody is known, `openings` what is left of these without the word that opens a sentence. `to_subject`
    is its cosine with the names it is about; None where it asks for nothing but them. `relations` are what
    it asks of them.
    """

    text: str
    vectors: Vectors
    terms: tuple[int, ...]
    subject_terms: frozenset[int] = frozenset()
    to_subject: float | None = None
    known: Mapping[str, frozenset[UUID]] = field(default_factory=dict)
    strangers: tuple[str, ...] = ()
    openings: Mapping[str, str] = field(default_factory=dict)
    relations: AskedRelations = field(default_factory=AskedRelations)

    def bar(self, floor: float) -> Bar:
        """What an item must reach to be an answer."""
        return Bar(floor=floor, subject=self.to_subject)


def reader_of(context: Context) -> Reader:
    """Whose eyes the context has."""
    return context.reader


async def anchored(context: Context, text: str) -> Question:
    """A question whose subject the caller has named by ids: its wording need not be looked at."""
    vector = await context.providers.embed.embed_question(text)
    return Question(text=text, vectors=Vectors(question=vector_text(vector)), terms=question_terms(text))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Subject:
    """Whom a question names. `vector` is that of the names; None where nothing is asked but them."""

    known: Mapping[str, frozenset[UUID]]
    terms: frozenset[int]
    vector: NDArray[np.float32] | None


async def unanchored(context: Context, text: str) -> Question:
    """A question that may name its subject itself."""
    found = names_in(text)
    vector, subject = await both(
        context.providers.embed.embed_question(text), _subject(context, text, found.phrases)
    )
    named = subject.vector
    return Question(
        text=text,
        vectors=Vectors(question=vector_text(vector), subject=None if named is None else vector_text(named)),
        terms=question_terms(text),
        subject_terms=subject.terms,
        to_subject=None if named is None else float(vector @ named),
        known=subject.known,
        strangers=() if subject.known else found.spans,
        openings=found.openings,
        relations=asked_relations(text, names=subject.terms, stem=term_id),
    )


async def _subject(context: Context, text: str, phrases: Collection[str]) -> _Subject:
    async with context.database.read() as tx:
        known = await names.borne(tx, reader_of(context), phrases)
    subject = outermost(known)
    terms, vector = _terms(subject), None
    asked = [word for word in content_words(text) if word not in ASKING_WORDS]
    if subject and not terms.issuperset(distinct_terms(asked)):
        vector = await context.providers.embed.embed_question(" ".join(subject))
    return _Subject(known=known, terms=terms, vector=vector)


def _terms(phrases: Iterable[str]) -> frozenset[int]:
    return frozenset(distinct_terms(word for phrase in phrases for word in words(phrase)))
