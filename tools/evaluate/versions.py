"""Sources that change: was the memory right at every point of both times?

Each commit of a document is told as the next version of a source, its changes as structured facts that hold
from the time at which they were recorded. Questions are asked at a valid_at and a believed_at.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from remember.wire import Envelope
from tools.evaluate.asking import Asked, opened
from tools.evaluate.changes import Commit, Topic, commits_of, ends, held
from tools.evaluate.figures import Evaluation, Figure, Ground, share

_QUESTIONS = 2_000
_SEED = 1
_INSTANT = timedelta(microseconds=1)


@dataclass(slots=True)
class _Told:
    """A document with its commits, and the instant by which each was believed."""

    commits: Sequence[Commit]
    believed: list[datetime]

    @property
    def topics(self) -> list[Topic]:
        return list(dict.fromkeys(change.topic for commit in self.commits for change in commit.changes))


async def measure(ground: Ground) -> list[Figure]:
    """Tell every document, then ask."""
    async with opened(ground.settings) as memory:
        told, fresh = [], _Count()
        for path in sorted(ground.data.glob("*.jsonl")):
            told.append(await _tell(memory, commits_of(path), fresh))
        asked = await _ask(memory, told, random.Random(_SEED))
        current = await _current(memory, told)
        right, wrong, missed = await _ends(memory, told)
    return [
        share("as-of answers right", asked.right, asked.n, floor=0.99),
        share("supersession precision", right, right + wrong, floor=0.98),
        share("supersession recall", right, right + missed, floor=0.98),
        share("current answers right after each commit", fresh.right, fresh.n, floor=1.0),
        share("current answers without a stale value", current.right, current.n, floor=1.0),
    ]


@dataclass(slots=True)
class _Count:
    right: int = 0
    n: int = 0

    def add(self, *, right: bool) -> None:
        self.n += 1
        self.right += right


async def _tell(memory: Asked, commits: Sequence[Commit], fresh: _Count) -> _Told:
    """Tell the commits one by one; `fresh` counts what a question of now says right after each."""
    told = _Told(commits=commits, believed=[])
    for number, commit in enumerate(commits, start=1):
        await memory.tell(commit.rows(), ref=commit.doc, at=commit.at)
        told.believed.append(await memory.now())
        for change in commit.changes:
            wanted = held(commits[:number], change.topic, commit.at)
            fresh.add(right=await _values(memory, change.topic) == wanted)
    return told


async def _ask(memory: Asked, told: Sequence[_Told], chance: random.Random) -> _Count:
    """Questions at random points of both times; a quarter of them on the very instant of a commit."""
    count = _Count()
    everything = [(one, topic) for one in told for topic in one.topics]
    for _ in range(_QUESTIONS):
        one, topic = chance.choice(everything)
        known = chance.randrange(len(one.commits)) + 1
        valid_at = _instant(one.commits, chance)
        believed_at = one.believed[known - 1]
        wanted = held(one.commits[:known], topic, valid_at)
        time = {"mode": "as_of", "valid_at": valid_at.isoformat(), "believed_at": believed_at.isoformat()}
        count.add(right=await _values(memory, topic, time) == wanted)
    return count


def _instant(commits: Sequence[Commit], chance: random.Random) -> datetime:
    if chance.random() < 0.25:
        return chance.choice(commits).at - _INSTANT * chance.randrange(2)
    first, last = commits[0].at - timedelta(days=30), commits[-1].at + timedelta(days=30)
    return first + (last - first) * chance.random()


async def _current(memory: Asked, told: Sequence[_Told]) -> _Count:
    count = _Count()
    for one in told:
        for topic in one.topics:
            latest = held(one.commits, topic, one.commits[-1].at)
            count.add(right=await _values(memory, topic) <= latest)
    return count


async def _ends(memory: Asked, told: Sequence[_Told]) -> tuple[int, int, int]:
    """Windows that end where a value was lost; that end elsewhere; and losses that ended no window."""
    wanted = {end for one in told for end in ends(one.commits)}
    found: set[tuple[Topic, str, datetime]] = set()
    for one in told:
        for commit in one.commits:
            for change in commit.changes:
                found |= await _ended(memory, change.topic, commit.at)
    return len(found & wanted), len(found - wanted), len(wanted - found)


async def _ended(memory: Asked, topic: Topic, at: datetime) -> set[tuple[Topic, str, datetime]]:
    """The ends of the windows of a topic that are open at an instant."""
    found = await memory.about(topic.entity, topic.words, {"mode": "at", "at": at.isoformat()})
    return {
        (topic, value, fact.validity.valid_until)
        for fact in (found.facts if found else ())
        if (value := topic.value_in(fact.label)) is not None and fact.validity.valid_until is not None
    }


async def _values(memory: Asked, topic: Topic, time: Mapping[str, str] | None = None) -> frozenset[str]:
    found: Envelope | None = await memory.about(topic.entity, topic.words, time)
    said = (topic.value_in(fact.label) for fact in (found.facts if found else ()))
    return frozenset(value for value in said if value is not None)


VERSIONS = Evaluation(
    name="versions_gold",
    needs="versions_gold",
    measures="what was held when, of sources that change",
    run=measure,
)
