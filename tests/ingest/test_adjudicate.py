"""What the memory holds after documents said things, read from the tables themselves."""

import asyncio
from typing import Any
from uuid import uuid4

import psycopg
from psycopg.rows import dict_row

from remember.context import Context
from remember.domain.claims import (
    Assertion,
    AssertionKind,
    DraftClaim,
    Effect,
    Term,
    Value,
    ValueKind,
)
from remember.domain.facts import Outcome
from remember.domain.time import Period, Precision
from remember.ingest.reconcile import retire
from remember.store import documents
from tests.domain.drafts import sentence
from tests.ingest.drafts import relation
from tests.ingest.testimony import day, tell
from tests.working import AGAINST


def _rows(url: str, sql: str) -> list[dict[str, Any]]:
    with psycopg.connect(url, row_factory=dict_row) as connection:
        return connection.execute(sql.encode()).fetchall()


def _status(subject: str, value: str, said: Any = None) -> DraftClaim:
    return sentence(
        f"{subject} is {value}.",
        said=said,
        assertions=(
            Assertion(
                kind=AssertionKind.OBSERVATION,
                subject=Term(text=subject, key=subject.casefold()),
                predicate="status",
                value=Value(text=value, key=value, kind=ValueKind.PHRASE),
                label=f"{subject} is {value}",
            ),
        ),
    )


def _from(month: int, number: int) -> Period:
    return Period(valid_from=day(month, number), valid_until=day(month, number + 1), precision=Precision.DAY)


async def test_a_move_leaves_two_facts_and_two_revisions_of_the_first(
    context: Context, database_url: str
) -> None:
    await tell(context, relation("Ines", "works_for", "Corvo", Effect.BEGINS, _from(1, 5)))
    await tell(context, relation("Ines", "works_for", "Duna", Effect.BEGINS, _from(6, 1)))
    facts = _rows(
        database_url,
        "select label, kind, lower(valid) f, upper(valid) u, valid_precision p, evidence_count n"
        " from facts order by label",
    )
    assert [tuple(fact.values()) for fact in facts] == [
        ("Ines works_for Corvo", "relation", day(1, 5), day(6, 1), "day", 1),
        ("Ines works_for Duna", "relation", day(6, 1), None, "open", 1),
    ]
    revisions = _rows(
        database_url,
        "select r.revision_no n, upper(r.valid) u, upper_inf(r.believed) now from fact_revisions r"
        " join facts f using (tenant_id, fact_id) where f.label like '%Corvo' order by n",
    )
    assert revisions == [{"n": 1, "u": None, "now": False}, {"n": 2, "u": day(6, 1), "now": True}]


async def test_support_counts_documents_and_not_claims(context: Context, database_url: str) -> None:
    said_twice = [_status("The gate", "open"), _status("the gate", "open")]
    await tell(context, *said_twice)
    await tell(context, _status("The gate", "open"))
    assert _rows(database_url, "select evidence_count from facts") == [{"evidence_count": 2}]
    assert len(_rows(database_url, "select claim_id from fact_evidence")) == 3


async def test_values_said_at_one_time_contradict_and_each_side_knows_what_speaks_against_it(
    context: Context, database_url: str
) -> None:
    await tell(context, _status("The gate", "open", day(3, 1)))
    await tell(context, _status("The gate", "closed", day(3, 1)))
    facts = _rows(
        database_url,
        f"select label, contradiction_group g, evidence_count n, {AGAINST} c from facts f order by label",
    )
    assert [(fact["label"], fact["n"], fact["c"]) for fact in facts] == [
        ("The gate is closed", 1, 1),
        ("The gate is open", 1, 1),
    ]
    assert facts[0]["g"] == facts[1]["g"] is not None


async def test_a_later_said_value_solves_a_contradiction(context: Context, database_url: str) -> None:
    await tell(context, _status("The gate", "open", day(3, 1)))
    await tell(context, _status("The gate", "closed", day(3, 1)))
    await tell(context, _status("The gate", "closed", day(4, 1)))
    facts = _rows(
        database_url,
        f"select label, contradiction_group g, upper(said) u, {AGAINST} c from facts f order by label",
    )
    assert [tuple(fact.values()) for fact in facts] == [
        ("The gate is closed", None, None, 0),
        ("The gate is open", None, day(4, 1), 0),
    ]


async def test_a_retired_claim_closes_what_only_it_supported(context: Context, database_url: str) -> None:
    (sole,) = await tell(context, _status("The gate", "open"))
    (shared,) = await tell(context, _status("The tower", "closed"))
    await tell(context, _status("The tower", "closed"))
    async with context.database.write() as tx:
        counts = await retire(
            tx, context, context.scope_id, [sole, shared], "version_deleted", caused_by=None
        )
    assert (counts.relations_closed, counts.observations_closed) == (0, 1)
    facts = _rows(
        database_url,
        "select label, invalidated_at is null as held, evidence_count n from facts order by label",
    )
    assert [tuple(fact.values()) for fact in facts] == [
        ("The gate is open", False, 0),
        ("The tower is closed", True, 1),
    ]
    outcomes = _rows(database_url, "select outcome from adjudications order by decided_at desc limit 1")
    assert outcomes == [{"outcome": Outcome.RETRACTED.value}]


async def test_claims_and_the_facts_that_rest_on_them_end_at_one_belief_time(
    context: Context, database_url: str
) -> None:
    sole = await tell(context, _status("The gate", "open"), _status("The well", "dry"))
    (shared,) = await tell(context, _status("The tower", "closed"))
    await tell(context, _status("The tower", "closed"))
    async with context.database.write() as tx:
        await retire(tx, context, context.scope_id, [*sole, shared], "version_superseded", caused_by=None)
    ends = _rows(
        database_url,
        "select upper(during) at from claim_currency where ended is not null"
        " union all select upper(believed) from fact_revisions where not upper_inf(believed)"
        " union all select decided_at from adjudications where outcome = 'retracted_source_removal'",
    )
    assert len(ends) == 3 + 2 + 2
    assert len({end["at"] for end in ends}) == 1


async def test_a_document_is_credited_with_claims_that_count_and_facts_that_they_support(
    context: Context, database_url: str
) -> None:
    claims = await tell(context, _status("The gate", "open"), _status("The tower", "closed"))
    await tell(context, _status("The tower", "open"))
    (document,) = _rows(database_url, f"select doc_id from claims where claim_id = '{claims[0]}'")
    async with context.database.write() as tx:
        before = await documents.learnt(tx, context.tenant_id, document["doc_id"])
        await retire(tx, context, context.scope_id, claims[:1], "version_deleted", caused_by=None)
        after = await documents.learnt(tx, context.tenant_id, document["doc_id"])
    assert [(learnt.claims, learnt.facts) for learnt in (before, after)] == [(2, 2), (1, 1)]


async def test_new_testimony_for_a_closed_fact_makes_a_new_one(context: Context, database_url: str) -> None:
    (first,) = await tell(context, _status("The gate", "open"))
    async with context.database.write() as tx:
        await retire(tx, context, context.scope_id, [first], "version_deleted", caused_by=None)
    await tell(context, _status("The gate", "open"))
    facts = _rows(database_url, "select fact_key, invalidated_at is null as held from facts order by held")
    assert [fact["held"] for fact in facts] == [False, True]
    assert facts[0]["fact_key"] == facts[1]["fact_key"]


async def test_one_name_is_one_entity_even_when_two_documents_bring_it_at_once(
    context: Context, database_url: str
) -> None:
    drafts = [relation("Ines", "uses", f"tool {n}", Effect.HOLDS) for n in range(4)]
    await asyncio.gather(*(tell(context, draft) for draft in drafts))
    named = _rows(database_url, "select count(distinct entity_id) n from mentions where folded = 'ines'")
    assert named == [{"n": 1}]
    assert _rows(database_url, "select count(*) n from aliases where folded = 'ines'") == [{"n": 1}]


async def test_a_name_that_two_entities_bear_stays_unresolved(context: Context, database_url: str) -> None:
    await tell(context, relation("Alex Reed", "uses", "a lathe", Effect.HOLDS))
    other = uuid4()
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(
            "insert into entities (tenant_id, entity_id) select tenant_id, %s from tenants", [other]
        )
        connection.execute(
            "insert into entity_survivors (tenant_id, entity_id, survivor_id)"
            " select tenant_id, %s, %s from tenants",
            [other, other],
        )
        connection.execute(
            "insert into aliases (tenant_id, alias_id, scope_id, entity_id, alias_text, folded, provenance,"
            " is_canonical)"
            " select tenant_id, %s, scope_id, %s, 'Alex Reed', 'alex reed', 'person', true from scopes",
            [uuid4(), other],
        )
    await tell(context, relation("Alex Reed", "uses", "a scanner", Effect.HOLDS))
    rows = _rows(
        database_url, "select entity_id, method from mentions where folded = 'alex reed' order by decided_at"
    )
    assert [(row["entity_id"] is None, row["method"]) for row in rows] == [
        (False, "new"),
        (True, "ambiguous"),
    ]
    kinds = _rows(database_url, "select kind, subject_entity_id from facts order by label desc limit 1")
    assert kinds == [{"kind": "observation", "subject_entity_id": None}]


async def test_many_documents_about_one_slot_at_once_end_in_one_fact(
    context: Context, database_url: str
) -> None:
    await asyncio.gather(*(tell(context, _status("The gate", "open")) for _ in range(6)))
    facts = _rows(database_url, "select evidence_count n from facts where invalidated_at is null")
    assert facts == [{"n": 6}]


async def test_facts_are_reached_from_both_ends_and_from_what_their_claimsmention(
    context: Context, database_url: str
) -> None:
    await tell(context, relation("Ines", "works_for", "Corvo", Effect.HOLDS))
    roles = _rows(database_url, "select role, count(*)::int n from fact_entities group by role order by role")
    assert [tuple(row.values()) for row in roles] == [("mentioned", 2), ("object", 1), ("subject", 1)]
