"""A question as the channels need it; its vector is made before any transaction is open."""

from dataclasses import dataclass

from remember.context import Context
from remember.domain.questions import QuestionNames, names_in
from remember.providers.stem import question_terms


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question in every form that something searches by."""

    text: str
    vector: list[float]
    terms: tuple[int, ...]
    names: QuestionNames


async def asked_as(context: Context, text: str) -> Question:
    """The question, embedded."""
    vector = await context.providers.embed.embed_question(text)
    return Question(text=text, vector=vector.tolist(), terms=question_terms(text), names=names_in(text))
