"""Whether an item can be an answer at all, or only lies nearest because something always does."""

from dataclasses import dataclass
from math import sqrt

ENOUGH_WORDS = 0.5
"""An item with so much of what is asked, by weight of words, is relevant however its vector lies."""

PASSAGE_ALLOWANCE = 0.05
"""A passage of many sentences lies this much farther from a question than the sentence that answers it."""

COMPANY_ALLOWANCE = 0.05
"""Where one item is relevant, others may lie this much below the floor; below that they are noise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Relevance:
    """How an item lies to a question.

    `similarity` is its cosine with the question, `to_subject` that with the name of the question's
    subject; None where they were not compared. `share` is the part of what is asked that its words have.
    """

    similarity: float | None
    to_subject: float | None = None
    share: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """What an item must reach. `subject` is the cosine of the question with the name of its subject.

    Everything about a subject is similar to every question about it. So where the subject is known, its
    direction is taken out of both sides, and half the floor is asked of the rest.
    """

    floor: float
    subject: float | None = None

    def lowered(self, allowance: float) -> "Bar":
        """The same bar with a lower floor."""
        return Bar(floor=self.floor - allowance, subject=self.subject)

    def is_reached(self, relevance: Relevance) -> bool:
        """Whether an item of this relevance can be an answer."""
        if relevance.share >= ENOUGH_WORDS:
            return True
        if relevance.similarity is None:
            return False
        if self.subject is None or relevance.to_subject is None:
            return relevance.similarity >= self.floor
        return beyond_subject(relevance.similarity, self.subject, relevance.to_subject) >= self.floor / 2


def beyond_subject(similarity: float, question_to_subject: float, item_to_subject: float) -> float:
    """The cosine of question and item, both without their part in the direction of the subject."""
    rest = (1 - question_to_subject**2) * (1 - item_to_subject**2)
    if rest <= 0:
        return 0.0
    return (similarity - question_to_subject * item_to_subject) / sqrt(rest)
