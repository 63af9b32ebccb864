"""A question as the channels need it; every vector is made before the snapshot of the read is taken."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from uuid import UUID

from remember.context import Context
from remember.domain.questions import ASKING_WORDS, names_in, outermost
from remember.domain.relevance import Bar
from remember.domain.scopes import Reader
from remember.domain.words import content_words, words
from remember.providers.stem import distinct_terms, question_terms
from remember.store import names
from remember.store.search import Vectors
from remember.store.vectors import vector_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question in every form that something searches by.

    `known` are the names in it that somebody bears, `strangers` the words that look like a name where
    nobody is known. `to_subject` is its cosine with the names it is about; None where it asks for
    nothing but them.
    """

    text: str
    vectors: Vectors
    terms: tuple[int, ...]
    subject_terms: frozenset[int] = frozenset()
    to_subject: float | None = None
    known: Mapping[str, frozenset[UUID]] = field(default_factory=dict)
    strangers: tuple[str, ...] = ()

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


async def unanchored(context: Context, text: str) -> Question:
    """A question that may name its subject itself."""
    found = names_in(text)
    async with context.database.read() as tx:
        known = await names.borne(tx, reader_of(context), found.phrases)
    subject = outermost(known)
    question = await context.providers.embed.embed_question(text)
    vectors = Vectors(question=vector_text(question))
    subject_terms = _terms(subject)
    to_subject = None
    asked = [word for word in content_words(text) if word not in ASKING_WORDS]
    if subject and not subject_terms.issuperset(distinct_terms(asked)):
        named = await context.providers.embed.embed_question(" ".join(subject))
        vectors = Vectors(question=vectors.question, subject=vector_text(named))
        to_subject = float(question @ named)
    return Question(
        text=text,
        vectors=vectors,
        terms=question_terms(text),
        subject_terms=subject_terms,
        to_subject=to_subject,
        known=known,
        strangers=() if known else found.spans,
    )


def _terms(phrases: Iterable[str]) -> frozenset[int]:
    return frozenset(distinct_terms(word for phrase in phrases for word in words(phrase)))
