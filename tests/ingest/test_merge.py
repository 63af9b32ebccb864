"""Two entities found to be one, and found to be two after all."""

import asyncio
from dataclasses import replace
from uuid import uuid4

import pytest

from remember.context import Context
from remember.domain.claims import Effect
from remember.domain.time import Period, Precision
from remember.errors import Conflict, Forbidden, Incorrect, NotFound, RememberError
from remember.ingest.merge import Decided, merge, take_back
from remember.ingest.reconcile import retire
from tests.ingest.drafts import attribute, held, labels, named, relation
from tests.ingest.testimony import day, tell
from tests.working import rows

BEGINS = Effect.BEGINS


def _from(month: int, number: int) -> Period:
    return Period(valid_from=day(month, number), valid_until=day(month, number + 1), precision=Precision.DAY)


async def _merge(context: Context, survivor: str, absorbed: str) -> Decided:
    ids = await named(context, survivor), await named(context, absorbed)
    return await merge(context, *ids, reason=f"{absorbed} is {survivor}")


async def test_what_two_names_said_counts_as_said_of_one(context: Context) -> None:
    await tell(context, relation("Ana Ruiz", "works_for", "Corvo"))
    await tell(context, relation("A. Ruiz", "works_for", "Corvo"))
    await tell(context, attribute("A. Ruiz", "likes", "tea"))
    await _merge(context, "Ana Ruiz", "A. Ruiz")
    assert await labels(context) == [
        ("A. Ruiz likes tea", None, 1),
        ("Ana Ruiz works_for Corvo", None, 2),
    ]


async def test_the_fact_that_loses_says_into_which_it_went(context: Context) -> None:
    await tell(context, relation("Ana Ruiz", "works_for", "Corvo"))
    await tell(context, relation("A. Ruiz", "works_for", "Corvo"))
    ours, theirs = await held(context)
    await _merge(context, "Ana Ruiz", "A. Ruiz")
    assert await rows(context, "select fact_id, merged_into from facts where invalidated_at is not null") == [
        (theirs.fact_id, ours.fact_id)
    ]
    assert await rows(
        context, "select fact_id, related_fact_id from adjudications where outcome = 'merged'"
    ) == [(theirs.fact_id, ours.fact_id)]
    assert await rows(
        context,
        f"select count(*) from fact_evidence where fact_id = '{theirs.fact_id}' and upper_inf(linked)",
    ) == [(0,)]


async def test_a_fact_that_only_the_absorbed_had_keeps_its_id_and_gets_a_revision(context: Context) -> None:
    await tell(context, attribute("A. Ruiz", "likes", "tea"))
    await tell(context, attribute("Ana Ruiz", "likes", "rain"))
    before = {fact.fact_id for fact in await held(context)}
    await _merge(context, "Ana Ruiz", "A. Ruiz")
    assert {fact.fact_id for fact in await held(context)} == before
    assert await rows(
        context,
        "select f.label, r.cause from facts f join fact_revisions r using (fact_id) where r.revision_no = 2",
    ) == [("A. Ruiz likes tea", "merged")]


async def test_one_entity_cannot_be_in_two_places_as_two_could(context: Context) -> None:
    await tell(context, relation("Ana Ruiz", "works_for", "Corvo", BEGINS, _from(1, 5)))
    await tell(context, relation("A. Ruiz", "works_for", "Duna", BEGINS, _from(6, 1)))
    merged = await _merge(context, "Ana Ruiz", "A. Ruiz")
    assert await labels(context) == [
        ("A. Ruiz works_for Duna", '["2026-06-01 00:00:00+00",)', 1),
        ("Ana Ruiz works_for Corvo", '["2026-01-05 00:00:00+00","2026-06-01 00:00:00+00")', 1),
    ]
    await take_back(context, merged.event_id, reason="two people")
    assert await labels(context) == [
        ("A. Ruiz works_for Duna", '["2026-06-01 00:00:00+00",)', 1),
        ("Ana Ruiz works_for Corvo", '["2026-01-05 00:00:00+00",)', 1),
    ]


async def test_merging_employers_merges_what_is_said_of_their_people(context: Context) -> None:
    await tell(context, relation("Ana Ruiz", "works_for", "Corvo", said=day(1, 1)))
    await tell(context, relation("Ana Ruiz", "works_for", "Corvo Ltd Porto", said=day(1, 1)))
    assert [fact.contradict_count for fact in await held(context)] == [1, 1]
    await _merge(context, "Corvo", "Corvo Ltd Porto")
    assert await labels(context) == [("Ana Ruiz works_for Corvo", None, 2)]


async def test_a_split_gives_everything_back_as_it_was(context: Context) -> None:
    await tell(context, relation("Ana Ruiz", "works_for", "Corvo", said=day(1, 1)))
    await tell(context, relation("Ana Ruiz", "works_for", "Duna", said=day(1, 1)))
    await tell(context, relation("A. Ruiz", "works_for", "Corvo", said=day(1, 2)))
    await tell(context, relation("A. Ruiz", "works_for", "Elmo", said=day(1, 2)))
    await tell(context, relation("Tide", "owner", "A. Ruiz"))
    before = await held(context)
    merged = await _merge(context, "Ana Ruiz", "A. Ruiz")
    assert await held(context) != before
    await take_back(context, merged.event_id, reason="two people")
    assert await held(context) == before


async def test_what_was_said_of_either_while_they_were_one_goes_to_whom_it_names(context: Context) -> None:
    await tell(context, attribute("Ana Ruiz", "likes", "rain"))
    await tell(context, attribute("A. Ruiz", "likes", "tea"))
    merged = await _merge(context, "Ana Ruiz", "A. Ruiz")
    await tell(context, attribute("A. Ruiz", "likes", "rain"))
    assert await labels(context) == [("A. Ruiz likes tea", None, 1), ("Ana Ruiz likes rain", None, 2)]
    await take_back(context, merged.event_id, reason="two people")
    assert await labels(context) == [
        ("A. Ruiz likes rain", None, 1),
        ("A. Ruiz likes tea", None, 1),
        ("Ana Ruiz likes rain", None, 1),
    ]


async def test_a_fact_whose_own_testimony_went_meanwhile_goes_with_what_still_says_it(
    context: Context,
) -> None:
    (own,) = await tell(context, attribute("Ana Ruiz", "likes", "rain"))
    await tell(context, attribute("A. Ruiz", "likes", "rain"))
    merged = await _merge(context, "Ana Ruiz", "A. Ruiz")
    async with context.database.write() as tx:
        await retire(tx, context, context.scope_id, [own], "version_superseded", caused_by=None)
    await take_back(context, merged.event_id, reason="two people")
    (fact,) = await held(context)
    other = await named(context, "A. Ruiz")
    assert (fact.subject_key, fact.evidence_count) == (f"entity:{other}", 1)


async def test_a_chain_is_followed_to_its_end_and_taken_back_from_there(context: Context) -> None:
    for name in ("Ana Ruiz", "A. Ruiz", "Ruiz"):
        await tell(context, attribute(name, "likes", "rain"))
    apart = await held(context)
    first = await _merge(context, "A. Ruiz", "Ruiz")
    two = await held(context)
    second = await _merge(context, "Ana Ruiz", "A. Ruiz")
    assert await labels(context) == [("Ana Ruiz likes rain", None, 3)]
    await take_back(context, second.event_id, reason="later first")
    assert await held(context) == two
    await take_back(context, first.event_id, reason="then the earlier")
    assert await held(context) == apart


async def test_an_earlier_merge_is_taken_back_from_under_a_later_one(context: Context) -> None:
    for name in ("Ana Ruiz", "A. Ruiz", "Ruiz"):
        await tell(context, attribute(name, "likes", "rain"))
    apart = {fact.label: fact for fact in await held(context)}
    first = await _merge(context, "A. Ruiz", "Ruiz")
    second = await _merge(context, "Ana Ruiz", "A. Ruiz")
    await take_back(context, first.event_id, reason="Ruiz is somebody else")
    assert await labels(context) == [("Ana Ruiz likes rain", None, 2), ("Ruiz likes rain", None, 1)]
    await take_back(context, second.event_id, reason="and so are they")
    assert {fact.label: fact for fact in await held(context)} == apart


async def test_a_past_belief_still_has_both_facts(context: Context) -> None:
    await tell(context, attribute("Ana Ruiz", "likes", "rain"))
    await tell(context, attribute("A. Ruiz", "likes", "rain"))
    await _merge(context, "Ana Ruiz", "A. Ruiz")
    assert await rows(
        context,
        "select count(*) from fact_revisions where believed @>"
        " ((select decided_at from identity_events) - interval '1 microsecond')",
    ) == [(2,)]


async def test_who_decided_what_and_why_is_kept(context: Context) -> None:
    await tell(context, attribute("Ana Ruiz", "likes", "rain"))
    await tell(context, attribute("A. Ruiz", "likes", "rain"))
    merged = await _merge(context, "Ana Ruiz", "A. Ruiz")
    ana, ruiz = merged.entity_id, merged.other_id
    split = await take_back(context, merged.event_id, reason="two people")
    assert await rows(
        context,
        "select event_id, kind, entity_id, other_id, reason, decided_by_kind, decided_by_ref, reversed_by"
        " from identity_events order by decided_at",
    ) == [
        (
            merged.event_id,
            "merge",
            ana,
            ruiz,
            "A. Ruiz is Ana Ruiz",
            "service",
            "local",
            split.event_id,
        ),
        (split.event_id, "split", ana, ruiz, "two people", "service", "local", None),
    ]
    again = await _merge(context, "Ana Ruiz", "A. Ruiz")
    assert await rows(context, "select reversed_by from identity_events where kind = 'split'") == [
        (again.event_id,)
    ]


async def test_what_makes_no_sense_is_refused(context: Context) -> None:
    await tell(context, attribute("Ana Ruiz", "likes", "rain"))
    await tell(context, attribute("A. Ruiz", "likes", "rain"))
    ana, ruiz, nobody = await named(context, "Ana Ruiz"), await named(context, "A. Ruiz"), uuid4()
    merged = await merge(context, ana, ruiz, reason="one")
    await take_back(context, merged.event_id, reason="two")
    again = await merge(context, ana, ruiz, reason="one")
    for attempt, error, code in (
        (merge(context, ana, ana, reason="x"), Incorrect, "same_entity"),
        (merge(context, ana, nobody, reason="x"), NotFound, "entity_not_found"),
        (merge(context, nobody, ana, reason="x"), NotFound, "entity_not_found"),
        (merge(context, ana, ruiz, reason="x"), Conflict, "entity_merged"),
        (merge(context, ruiz, ana, reason="x"), Conflict, "entity_merged"),
        (take_back(context, nobody, reason="x"), NotFound, "event_not_found"),
        (take_back(context, merged.event_id, reason="x"), Conflict, "already_split"),
    ):
        with pytest.raises(error) as refused:
            await attempt
        assert isinstance(refused.value, RememberError)
        assert refused.value.code == code
    ((split_id,),) = await rows(context, "select event_id from identity_events where kind = 'split'")
    with pytest.raises(Incorrect, match="is no merge, but: split"):
        await take_back(context, split_id, reason="x")
    assert again.regrouping.refolded.merged == 1


async def test_what_stands_in_a_scope_that_the_caller_does_not_hold_cannot_be_merged(
    context: Context,
) -> None:
    await tell(context, attribute("Ana Ruiz", "likes", "rain"))
    await tell(context, attribute("A. Ruiz", "likes", "rain"))
    ids = await named(context, "Ana Ruiz"), await named(context, "A. Ruiz")
    elsewhere = uuid4()
    with pytest.raises(NotFound, match="there is no entity"):
        await merge(replace(context, scope_id=elsewhere, scope_ids=(elsewhere,)), *ids, reason="x")
    narrow = replace(context, scope_id=elsewhere, scope_ids=(elsewhere, context.scope_id))
    with pytest.raises(Forbidden, match="outside the scopes that the caller writes to"):
        await merge(narrow, *ids, reason="x")
    assert len(await held(context)) == 2


async def test_a_document_that_names_them_during_a_merge_ends_before_or_after_it(context: Context) -> None:
    await tell(context, attribute("Ana Ruiz", "likes", "rain"))
    await tell(context, attribute("A. Ruiz", "likes", "tea"))
    ana, ruiz = await named(context, "Ana Ruiz"), await named(context, "A. Ruiz")
    told = (attribute("A. Ruiz", "likes", value) for value in ("rain", "tea", "snow", "rain", "tea", "fog"))
    merged, *_ = await asyncio.gather(
        merge(context, ana, ruiz, reason="one"), *(tell(context, draft) for draft in told)
    )
    assert await labels(context) == [
        ("A. Ruiz likes fog", None, 1),
        ("A. Ruiz likes snow", None, 1),
        ("A. Ruiz likes tea", None, 3),
        ("Ana Ruiz likes rain", None, 3),
    ]
    assert {fact.subject_key for fact in await held(context)} == {f"entity:{ana}"}
    assert await rows(context, "select distinct subject_key from assertions") == [(f"entity:{ana}",)]
    await take_back(context, merged.event_id, reason="two")
    assert [(fact.label, fact.evidence_count) for fact in await held(context) if "Ana" in fact.label] == [
        ("Ana Ruiz likes rain", 1)
    ]


async def test_merges_of_one_entity_at_once_are_made_one_after_the_other(context: Context) -> None:
    names = ["Ana Ruiz", "A. Ruiz", "Ruiz", "Ana R."]
    for name in names:
        await tell(context, attribute(name, "likes", "rain"))
    ana, *others = [await named(context, name) for name in names]
    await asyncio.gather(*(merge(context, ana, other, reason="one") for other in others))
    assert await labels(context) == [("Ana Ruiz likes rain", None, 4)]
