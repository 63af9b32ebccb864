"""`ask` without a language model: does it cite the words that answer, and refuse where none do?

A memory is told the sessions of a talk, a document each. Of LoCoMo's questions every third is asked.
"""

from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from remember.wire import Answer, AnswerCitation
from tools.evaluate.asking import Asked, opened
from tools.evaluate.conversations import Session
from tools.evaluate.figures import Evaluation, Figure, Ground, share
from tools.evaluate.talks import Question, Talk, locomo, longmemeval

_ONE_IN = 3
_FILLERS = 30

CITED = 0.60
"""The floor of answerable questions for which a cited span lies in a turn that answers."""

RIGHT_REFUSALS = 0.80
REFUSED = 0.60


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What `ask` made of a question: the turns that it cited, best first; none where it refused."""

    question: Question
    cited: Sequence[str]

    @property
    def refused(self) -> bool:
        """Whether nothing was cited."""
        return not self.cited


async def measure_locomo(ground: Ground) -> list[Figure]:
    """Each conversation is a memory of its own."""
    outcomes: list[Outcome] = []
    for talk in locomo(ground.data):
        outcomes += [one async for one in _asked(ground, talk, one_in=_ONE_IN)]
    return figures(outcomes)


async def measure_longmemeval(ground: Ground) -> list[Figure]:
    """All evidence and some sessions without any are one memory."""
    talk = longmemeval(ground.data, fillers=_FILLERS)
    return figures([one async for one in _asked(ground, talk, one_in=1)])


def figures(outcomes: Sequence[Outcome]) -> list[Figure]:
    """How often an answer was cited, and how often a refusal was right."""
    able = [one for one in outcomes if one.question.answerable]
    unable = [one for one in outcomes if not one.question.answerable]
    refused = [one for one in outcomes if one.refused]
    right = sum(one.refused for one in unable)
    found = sum(any(turn in one.question.gold for turn in one.cited) for one in able)
    first = sum(one.cited[0] in one.question.gold for one in able if one.cited)
    return [
        share("a cited span lies in a turn that answers", found, len(able), floor=CITED),
        share("the first cited span does", first, len(able)),
        share("refusals that were right", right, len(refused), floor=RIGHT_REFUSALS),
        share("questions without an answer refused", right, len(unable), floor=REFUSED),
    ]


async def _asked(ground: Ground, talk: Talk, *, one_in: int) -> AsyncIterator[Outcome]:
    async with opened(replace(ground.settings, tenant=talk.name)) as memory:
        sessions = await _tell(memory, talk.sessions)
        for question in talk.questions[::one_in]:
            answer: Answer = await memory.call("ask", {"query": question.text})
            citations = [one for fact in answer.facts for one in fact.citations]
            cited = [_turn(sessions[one.doc_id], one) for one in citations]
            yield Outcome(question=question, cited=cited)


async def _tell(memory: Asked, sessions: Iterable[Session]) -> dict[UUID, Session]:
    told = {}
    versions = []
    for number, session in enumerate(sessions, start=1):
        sent = await memory.ingest(session.text, ref=f"session {number}", at=session.said)
        told[sent.doc_id] = session
        versions.append(sent.version_id)
    await memory.settled(versions)
    return told


def _turn(session: Session, cited: AnswerCitation) -> str:
    """The turn that a citation lies in; one that lies in none is in no turn that answers."""
    turn = session.turn_at(cited.char_start)
    return turn if turn and cited.char_end <= session.turns[turn][1] else ""


LOCOMO = Evaluation(
    name="answers-locomo",
    needs="locomo",
    measures="answers by extract, and refusals, on conversations of two",
    run=measure_locomo,
)
LONGMEMEVAL = Evaluation(
    name="answers-longmemeval",
    needs="longmemeval",
    measures="answers by extract, and refusals, on what a user told an assistant",
    run=measure_longmemeval,
)
