"""Whether an item can be an answer at all, or only lies nearest because something always does."""

from dataclasses import dataclass
from math import sqrt

ENOUGH_WORDS = 0.5
"""An item with so much of what is asked, by weight of words, is relevant however its vector lies."""

NEAR_A_NAME = 0.65
"""The cosine with a bare name from which a text nearly always speaks of its bearer."""

OTHERS_SURCHARGE = 0.1
"""How much closer a text must lie that does not speak of the subject asked about."""

PASSAGE_ALLOWANCE = 0.05
"""A passage of many sentences lies this much farther from a question than the sentence that answers it."""

COMPANY_ALLOWANCE = 0.05
"""Where one item is relevant, others may lie this much below the floor; below that they are noise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Relevance:
    """How an item lies to a question.

    `similarity` is its cosine with the question, `to_subject` that with the name of the question's
    subject; None where they were not compared. `share` is the part of what is asked that its words have.
    `names_subject` says that the subject's name is among them, or that it is known to be about it,
    `says_asked` that it is known to say of the subject what is asked, in whatever words.
    """

    similarity: float | None
    to_subject: float | None = None
    share: float = 0.0
    names_subject: bool = False
    says_asked: bool = False

    @property
    def is_about_subject(self) -> bool:
        """Whether it speaks of the subject, by name or by what lies that close to the name."""
        return self.names_subject or (self.to_subject or 0.0) >= NEAR_A_NAME


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """What an item must reach. `subject` is the cosine of the question with the name of its subject.

    Everything about a subject is similar to every question about it. So where the subject is known, its
    direction is taken out of both sides, and half the floor is asked of the rest. What is about others
    answers only where it lies very close.
    """

    floor: float
    subject: float | None = None

    def lowered(self, allowance: float) -> "Bar":
        """The same bar with a lower floor."""
        return Bar(floor=self.floor - allowance, subject=self.subject)

    def is_reached(self, relevance: Relevance) -> bool:
        """Whether an item of this relevance can be an answer."""
        if relevance.says_asked:
            return True
        similarity = relevance.similarity or 0.0
        if self.subject is None:
            return similarity >= self.floor or relevance.share >= ENOUGH_WORDS
        if not relevance.is_about_subject:
            return similarity >= self.floor + OTHERS_SURCHARGE
        if relevance.share >= ENOUGH_WORDS:
            return True
        rest = beyond_subject(similarity, self.subject, relevance.to_subject or 0.0)
        return relevance.similarity is not None and rest >= self.floor / 2


def beyond_subject(similarity: float, question_to_subject: float, item_to_subject: float) -> float:
    """The cosine of question and item, both without their part in the direction of the subject."""
    rest = (1 - question_to_subject**2) * (1 - item_to_subject**2)
    if rest <= 0:
        return 0.0
    return (similarity - question_to_subject * item_to_subject) / sqrt(rest)
