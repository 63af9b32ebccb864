"""Whatever was told: a merge taken back leaves no trace in what is held."""

import asyncio
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from random import Random
from uuid import UUID, uuid4

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from remember.context import OWNER, Context, new_id
from remember.domain.claims import DraftClaim, Effect
from remember.domain.time import UNDATED, Period, Precision
from remember.ingest.merge import merge, take_back
from remember.ingest.split import Part, split_off
from remember.settings import Settings
from remember.store.access import open_tenant
from remember.store.content import ContentStore
from remember.store.cursors import CursorSeal
from remember.store.database import Database
from remember.wiring import Memory
from tests.ingest.drafts import Held, attribute, held, named, relation
from tests.ingest.testimony import day, tell
from tests.scripted import ScriptedProviders

_PEOPLE = ("Ana", "Ben", "Cid")


@dataclass(frozen=True)
class Saying:
    """One document of one sentence."""

    person: int
    predicate: str
    value: str
    effect: Effect
    month: int | None
    said: int | None

    def draft(self) -> DraftClaim:
        period = UNDATED
        if self.month is not None:
            period = Period(
                valid_from=day(self.month, 1), valid_until=day(self.month, 2), precision=Precision.DAY
            )
        told = (_PEOPLE[self.person], self.predicate, self.value, self.effect, period)
        make = relation if self.predicate in ("works_for", "knows") else attribute
        return make(*told, day(self.said, 1) if self.said else None)


_SAYING = st.builds(
    Saying,
    person=st.integers(0, 2),
    predicate=st.sampled_from(["works_for", "knows", "status", "likes"]),
    value=st.sampled_from(["Corvo", "Duna", "Ana"]),
    effect=st.sampled_from([Effect.HOLDS, Effect.BEGINS, Effect.ENDS, Effect.HAPPENS]),
    month=st.none() | st.integers(1, 4),
    said=st.none() | st.integers(1, 4),
)
_FIRST = [Saying(person, "likes", "tea", Effect.HOLDS, None, None) for person in range(3)]
_HISTORIES = settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])


async def _told(context: Context, sayings: list[Saying]) -> list[UUID]:
    """Tell them; the documents."""
    claim_ids = [(await tell(context, saying.draft()))[0] for saying in sayings]
    async with context.database.read() as tx:
        cursor = await tx.execute(
            b"select claim_id, doc_id from claims where tenant_id = %(tenant_id)s",
            {"tenant_id": context.tenant_id},
        )
        documents = dict(await cursor.fetchall())
    return [documents[claim_id] for claim_id in claim_ids]


async def _memory(database: Database, folder: Path) -> Context:
    """A memory of its own."""
    tenant = await open_tenant(database, str(uuid4()), new_id())
    opened = Memory(
        settings=Settings(),
        dsn="",
        database=database,
        content=ContentStore(folder),
        providers=ScriptedProviders().all,
        tenant=tenant,
        cursors=await CursorSeal.load(database),
    )
    return opened.context(OWNER)


def _seen(facts: list[Held], people: dict[str, str]) -> list[tuple[object, ...]]:
    """What is held, without the ids that any two memories give differently."""
    members = defaultdict(list)
    for fact in facts:
        members[fact.contradiction_group].append(_stated(fact, people))
    return sorted(
        (
            *_stated(fact, people),
            fact.evidence_count,
            fact.contradict_count,
            sorted(members[fact.contradiction_group]) if fact.contradiction_group else [],
        )
        for fact in facts
    )


def _stated(fact: Held, people: dict[str, str]) -> tuple[str, ...]:
    subject = people.get(fact.subject_key, fact.subject_key)
    value = people.get(fact.value_key, fact.value_key)
    return subject, value, str(fact.window), fact.precision, str(fact.said)


async def _people(context: Context) -> dict[str, str]:
    async with context.database.read() as tx:
        cursor = await tx.execute(
            b"select 'entity:' || entity_id, folded from aliases where tenant_id = %(tenant_id)s",
            {"tenant_id": context.tenant_id},
        )
        return dict(await cursor.fetchall())


async def _merged(context: Context, pairs: list[tuple[int, int]]) -> list[UUID]:
    """Merge the people of these pairs, as far as they are not one yet; the events."""
    ids = [await named(context, name) for name in _PEOPLE]
    answers = {entity: entity for entity in ids}
    events = []
    for into, gone in pairs:
        one, other = answers[ids[into]], answers[ids[gone]]
        if one != other:
            events.append((await merge(context, one, other, reason="as drawn")).event_id)
            answers = {entity: one if now == other else now for entity, now in answers.items()}
    return events


_PAIRS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=3)


@_HISTORIES
@given(st.lists(_SAYING, min_size=1, max_size=7), _PAIRS, st.randoms(use_true_random=False))
def test_merges_taken_back_in_any_order_give_back_every_window_link_and_id(
    database_url: str, tmp_path: Path, sayings: list[Saying], pairs: list[tuple[int, int]], random: Random
) -> None:
    async def history() -> None:
        database = await Database.open(database_url, max_connections=2)
        context = await _memory(database, tmp_path)
        await _told(context, _FIRST + sayings)
        before = await held(context)
        events = await _merged(context, pairs)
        random.shuffle(events)
        for event_id in events:
            await take_back(context, event_id, reason="as drawn")
        assert await held(context) == before
        await database.close()

    asyncio.run(history())


@_HISTORIES
@given(st.lists(_SAYING, max_size=4), _PAIRS, st.lists(_SAYING, min_size=1, max_size=4))
def test_what_is_told_during_a_merge_is_held_after_it_as_if_there_had_been_none(
    database_url: str,
    tmp_path: Path,
    before: list[Saying],
    pairs: list[tuple[int, int]],
    meanwhile: list[Saying],
) -> None:
    async def history() -> None:
        database = await Database.open(database_url, max_connections=2)
        merging, plain = await _memory(database, tmp_path), await _memory(database, tmp_path)
        await _told(merging, _FIRST + before)
        events = await _merged(merging, pairs)
        await _told(merging, meanwhile)
        for event_id in reversed(events):
            await take_back(merging, event_id, reason="as drawn")
        await _told(plain, _FIRST + before + meanwhile)
        one, other = await held(merging), await held(plain)
        assert _seen(one, await _people(merging)) == _seen(other, await _people(plain))
        await database.close()

    asyncio.run(history())


@_HISTORIES
@given(st.lists(_SAYING, min_size=1, max_size=7), st.data())
def test_documents_split_off_and_merged_back_are_held_as_if_nothing_had_been(
    database_url: str, tmp_path: Path, sayings: list[Saying], data: st.DataObject
) -> None:
    person = sayings[0].person
    theirs = [number for number, saying in enumerate(sayings) if saying.person == person]
    chosen = data.draw(st.sets(st.sampled_from(theirs), min_size=1))

    async def history() -> None:
        database = await Database.open(database_url, max_connections=2)
        context = await _memory(database, tmp_path)
        documents = (await _told(context, _FIRST + sayings))[len(_FIRST) :]
        before = _seen(await held(context), await _people(context))
        entity_id = await named(context, _PEOPLE[person])
        part = Part(doc_ids=[documents[number] for number in chosen])
        split = await split_off(context, entity_id, part, reason="as drawn")
        people = await _people(context)
        apart = await held(context)
        merged = await merge(context, entity_id, split.other_id, reason="as drawn")
        assert _seen(await held(context), people) == before
        await take_back(context, merged.event_id, reason="as drawn")
        assert await held(context) == apart
        await database.close()

    asyncio.run(history())
