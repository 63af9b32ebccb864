"""When something happened, from the one turn that says it: is the interval of its claim the right one?

Asked are the questions about time whose answer names days and that one turn answers. A claim's interval is
right where it and that of the answer overlap and it is not longer, or not longer than a week.
"""

from collections.abc import Iterator, Sequence
from datetime import timedelta

from remember.domain.claims import DraftClaim
from remember.domain.dates import Days, Reading, find
from tools.evaluate.conversations import Conversation, conversations
from tools.evaluate.figures import Evaluation, Figure, Ground, share
from tools.evaluate.reading import claims_of, content

_ABOUT_TIME = 2
_WEEK = timedelta(days=7)


async def measure(ground: Ground) -> list[Figure]:
    """Read every conversation once."""
    outcomes = [outcome for one in conversations(ground.data) for outcome in _outcomes(one)]
    dated = sum(outcome is not None for outcome in outcomes)
    right = sum(outcome is True for outcome in outcomes)
    return [
        share("intervals right, of all questions", right, len(outcomes), floor=0.80),
        share("intervals right, of those given", right, dated, floor=0.96),
    ]


def _outcomes(conversation: Conversation) -> Iterator[bool | None]:
    """For each question, whether the interval is right; None where no claim of the turn has one."""
    said: dict[str, list[DraftClaim]] = {}
    for session in conversation.sessions:
        for claim in claims_of(session.text, said=session.said):
            said.setdefault(session.turn_at(claim.char_start), []).append(claim)
    for question in conversation.questions:
        wanted = _interval(question.answer)
        if question.category == _ABOUT_TIME and len(set(question.turns)) == 1 and wanted is not None:
            yield _is_right(_closest(said.get(question.turns[0], ()), question.text), wanted)


def _interval(answer: str) -> Days | None:
    """The days that an answer names, whole."""
    found = [time.days for words in (answer, f"in {answer}") for time in find(words, Reading(None))]
    stated = [days for days in found if days is not None]
    return stated[0] if stated else None


def _closest(claims: Sequence[DraftClaim], question: str) -> DraftClaim | None:
    """The claim with an interval that has most of the question's words."""
    dated = [claim for claim in claims if claim.period.valid_from is not None]
    return max(dated, key=lambda claim: len(content(claim.claim_text) & content(question)), default=None)


def _is_right(claim: DraftClaim | None, wanted: Days) -> bool | None:
    if claim is None or claim.period.valid_from is None:
        return None
    first, last = claim.period.valid_from.date(), (claim.period.valid_until or claim.period.valid_from).date()
    overlap = first <= wanted.last and wanted.first <= last
    return overlap and last - first <= max(wanted.last - wanted.first, _WEEK)


TEMPORAL = Evaluation(
    name="temporal",
    needs="locomo",
    measures="when something happened, from the turn that says it",
    run=measure,
)
