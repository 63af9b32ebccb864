"""Conversations read by the local extractor: do claims of the right turn cover what people noted by hand?

A note is covered where one claim that quotes a turn of the note has half of its content words. Rules were
fitted on two of three conversations; the third, on which nobody looked, is reported apart.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tools.evaluate.conversations import Conversation, conversations
from tools.evaluate.figures import Evaluation, Figure, Ground, share
from tools.evaluate.reading import claims_of, content

_FLOOR = 0.65
_MOST_A_TURN = 2.0


@dataclass(slots=True)
class _Count:
    covered: int = 0
    whole: int = 0
    notes: int = 0
    claims: int = 0
    turns: int = 0


async def measure(ground: Ground) -> list[Figure]:
    """Read every conversation once."""
    read = [(number, conversation) for number, conversation in enumerate(conversations(ground.data))]
    counts = [_count(conversation) for _, conversation in read]
    fitted = [count for (number, _), count in zip(read, counts, strict=True) if number % 3 < 2]
    others = [count for (number, _), count in zip(read, counts, strict=True) if number % 3 == 2]
    turns, claims = sum(c.turns for c in counts), sum(c.claims for c in counts)
    return [
        _covered("notes covered by one claim", counts, floor=_FLOOR),
        _covered("  of the conversations fitted on", fitted),
        _covered("  of the others", others, floor=_FLOOR),
        share("  were each turn one claim", sum(c.whole for c in counts), sum(c.notes for c in counts)),
        Figure(name="claims a turn", value=claims / max(turns, 1), n=turns, ceiling=_MOST_A_TURN),
    ]


def _covered(name: str, counts: Sequence[_Count], *, floor: float | None = None) -> Figure:
    return share(name, sum(c.covered for c in counts), sum(c.notes for c in counts), floor=floor)


def _count(conversation: Conversation) -> _Count:
    count, said, turns = _Count(), dict[str, list[str]](), dict[str, str]()
    for session in conversation.sessions:
        turns |= {turn: session.text[start:end] for turn, (start, end) in session.turns.items()}
        for claim in claims_of(session.text, said=session.said):
            said.setdefault(session.turn_at(claim.char_start), []).append(claim.claim_text)
            count.claims += 1
    count.turns = len(turns)
    for note, cited in conversation.noted:
        count.notes += 1
        count.covered += _covers(note, [text for turn in cited for text in said.get(turn, ())])
        count.whole += _covers(note, [turns[turn] for turn in cited if turn in turns])
    return count


def _covers(note: str, texts: Sequence[str]) -> bool:
    wanted = content(note)
    return any(2 * len(wanted & content(text)) >= len(wanted) for text in texts)


OBSERVATIONS = Evaluation(
    name="observations",
    needs="locomo",
    measures="notes on conversations that claims of the right turn cover",
    run=measure,
)
