"""Histories of what was told and deleted: rows about two people, and the documents that say them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID, uuid4

from hypothesis import strategies as st

from remember.context import OWNER, Context, new_id
from remember.operations.registry import call
from remember.store.access import open_tenant
from remember.wiring import Memory
from tests.working import work_off

ASKED = ("2023-06-01T00:00:00Z", "2024-04-01T00:00:00Z", "2024-08-15T12:00:00Z", "2026-01-01T00:00:00Z")
"""Instants of the world before, at, between and after the days that rows are about."""

SUBJECTS = ("Ines", "Sam")
_DAYS = ("2024-01-01", "2024-04-01", "2024-07-01", "2024-10-01")

Row = dict[str, str]


@st.composite
def rows(draw: st.DrawFn) -> Row:
    """A row about one of two people: an employer, of whom there is one, a tool, or a status."""
    row = {"subject": draw(st.sampled_from(SUBJECTS))}
    match draw(st.sampled_from(("works_for", "uses", "status"))):
        case "status":
            row |= {"predicate": "status", "value": draw(st.sampled_from(("well", "ill")))}
            row |= draw(st.sampled_from(({}, {"polarity": "negative"})))
        case predicate:
            row |= {"predicate": predicate, "object": draw(st.sampled_from(("Corvo", "Duna")))}
    start, end = sorted(draw(st.tuples(st.sampled_from(_DAYS), st.sampled_from(_DAYS))))
    period = {"valid_from": start, "valid_until": end} if start < end else {"valid_from": start}
    row |= draw(st.sampled_from(({}, period, {"effect": "ends", "valid_until": end})))
    return row | draw(st.sampled_from(({}, {"said_at": start})))


@dataclass(frozen=True)
class Tell:
    """A version of a document: living ones keep nothing of the version before."""

    ref: str
    rows: tuple[Row, ...]

    @property
    def mode(self) -> str:
        """How its versions follow each other."""
        return "living" if self.ref == "roster" else "snapshot"


@dataclass(frozen=True)
class Delete:
    """A document is deleted."""

    ref: str


REFS = st.sampled_from(("roster", "log", "wiki"))


async def tell(context: Context, ref: str, rows: Sequence[Row], mode: str) -> UUID:
    """Give the memory a version of a document; the document."""
    body = "".join(f"{json.dumps(row)}\n" for row in rows).encode()
    how = {"filename": ref, "mime": "application/x-ndjson", "source_kind": "n", "source_ref": ref}
    sent = await call(context, "ingest_facts", how | {"versioning_mode": mode}, body=body)
    await work_off(context)
    doc_id = sent.versions[0].doc_id
    assert isinstance(doc_id, UUID)
    return doc_id


async def people(context: Context) -> list[UUID]:
    """The people, made known by a document that stays."""
    names = (*SUBJECTS, "Corvo", "Duna")
    known = [{"subject": name, "predicate": "other:exists in", "object": "Lisbon"} for name in names]
    await tell(context, "names", known, "snapshot")
    found = [await call(context, "resolve_entity", {"name": name}) for name in SUBJECTS]
    return [one.entities[0].entity_id for one in found]


async def fresh(opened: Memory) -> Context:
    """A memory of its own in the same database."""
    tenant = await open_tenant(opened.database, f"memory-{uuid4()}", new_id())
    here = opened.context(OWNER)
    return replace(here, tenant_id=tenant.tenant_id, scope_id=tenant.scope_id, scope_ids=(tenant.scope_id,))
