"""Claims about named things, written without a text, and the memory that they make as a picture."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from psycopg.rows import class_row

from remember.context import Context
from remember.domain.claims import (
    Assertion,
    AssertionKind,
    DraftClaim,
    Effect,
    Mention,
    MentionKind,
    Role,
    Term,
    Value,
    ValueKind,
)
from remember.domain.names import folded
from remember.domain.time import UNDATED, Period
from tests.domain.drafts import sentence
from tests.working import AGAINST


def mention(name: str, role: Role) -> Mention:
    return Mention(
        surface=name, name=name, char_start=0, char_end=len(name), kind=MentionKind.UNKNOWN, role=role
    )


def relation(
    subject: str,
    predicate: str,
    target: str,
    effect: Effect = Effect.HOLDS,
    period: Period = UNDATED,
    said: datetime | None = None,
) -> DraftClaim:
    """A claim that joins two named things."""
    end = {"kind": AssertionKind.RELATION, "object": Term(text=target, key=folded(target), mention=1)}
    named = mention(target, Role.OBJECT)
    return _drafted(subject, predicate, target, named, said=said, effect=effect, period=period, **end)


def attribute(
    subject: str,
    predicate: str,
    value: str,
    effect: Effect = Effect.HOLDS,
    period: Period = UNDATED,
    said: datetime | None = None,
) -> DraftClaim:
    """A claim that says something of one named thing."""
    end = {"kind": AssertionKind.OBSERVATION, "value": Value(text=value, key=value, kind=ValueKind.PHRASE)}
    return _drafted(subject, predicate, value, said=said, effect=effect, period=period, **end)


def _drafted(
    subject: str, predicate: str, end: str, *named: Mention, said: datetime | None, **assertion: Any
) -> DraftClaim:
    words = f"{subject} {predicate} {end}"
    term = Term(text=subject, key=folded(subject), mention=0)
    made = Assertion(subject=term, predicate=predicate, label=words, **assertion)
    return sentence(
        f"{words}.", said=said, mentions=(mention(subject, Role.SUBJECT), *named), assertions=(made,)
    )


@dataclass(frozen=True)
class Held:
    """A fact as the tables have it now, with everything that a reversal must give back."""

    fact_id: UUID
    label: str
    fact_key: UUID
    slot_key: UUID
    subject_key: str
    value_key: str
    window: str | None
    precision: str
    said: str | None
    contradiction_group: UUID | None
    support: str
    evidence_count: int
    contradict_count: int
    links: list[str]
    reached_from: list[str]


_HELD = f"""
select f.fact_id, f.label, r.fact_key, f.slot_key, f.subject_key, f.value_key, r.valid::text as window,
    r.valid_precision as precision, r.said::text as said, r.contradiction_group, r.support, f.evidence_count,
    {AGAINST} as contradict_count,
    array(select e.claim_id || ' ' || e.stance from fact_evidence e
        where e.fact_id = f.fact_id and upper_inf(e.linked) order by 1) as links,
    array(select l.entity_id || ' ' || l.role from fact_entities l
        where l.fact_id = f.fact_id order by 1) as reached_from
from facts f join fact_revisions r on r.fact_id = f.fact_id and upper_inf(r.believed)
where f.tenant_id = %(tenant_id)s and f.invalidated_at is null
    and r.fact_key = f.fact_key and r.revision_no = f.revision_no
    and r.valid is not distinct from f.valid
    and r.contradiction_group is not distinct from f.contradiction_group
order by f.fact_id
"""


async def held(context: Context) -> list[Held]:
    """Every fact that is held and whose copy agrees with its newest revision."""
    async with context.database.read() as tx, tx.cursor(row_factory=class_row(Held)) as cursor:
        await cursor.execute(_HELD.encode(), {"tenant_id": context.tenant_id})
        return await cursor.fetchall()


async def labels(context: Context) -> list[tuple[str, str | None, int]]:
    """What is held, when, and how many documents say so."""
    return sorted((fact.label, fact.window, fact.evidence_count) for fact in await held(context))


async def named(context: Context, name: str) -> UUID:
    """The one entity that bears a name itself, whomever it answers as."""
    async with context.database.read() as tx:
        cursor = await tx.execute(
            b"select distinct entity_id from aliases where tenant_id = %(tenant_id)s and folded = %(name)s",
            {"tenant_id": context.tenant_id, "name": folded(name)},
        )
        ((entity_id,),) = await cursor.fetchall()
    assert isinstance(entity_id, UUID)
    return entity_id
