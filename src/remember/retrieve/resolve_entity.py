"""From a name to the entities that it may mean. Several candidates say that the name is ambiguous."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from remember.context import Context
from remember.domain.names import folded, without_honorifics
from remember.domain.scopes import Reader
from remember.domain.time import Current
from remember.retrieve import account
from remember.retrieve.ambiguous import told_apart
from remember.retrieve.anchors import members_of
from remember.retrieve.moment import Moment, begin, scope_of
from remember.retrieve.question import reader_of
from remember.store import held_facts, names
from remember.store.database import Transaction
from remember.store.held_facts import Held
from remember.store.names import Bearer, Member
from remember.store.vectors import vector_text
from remember.wire import (
    Account,
    EntityCandidate,
    Envelope,
    Grain,
    Negative,
    NegativeKind,
    Truncation,
)

MOST_FUZZY = 10
"""Candidates of the tiers that go by likeness; an exact name gives all its bearers."""

LEAST_PROFILE = 0.8
"""The cosine that a profile needs to be taken for an answer to a name."""

_EXACT = "T0"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    tier: str
    bearers: Sequence[Bearer] = ()


async def resolve_entity(context: Context, name: str, *, context_entity_ids: Sequence[UUID] = ()) -> Envelope:
    """Everybody whom the name may mean, by the first of the four tiers that finds anybody.

    Who has more relations to the entities of the context comes first; nobody is left out for having none.
    """
    reader = reader_of(context)
    async with context.database.read() as tx:
        moment = await begin(tx, Current(), most=MOST_FUZZY)
        near = await members_of(tx, reader, context_entity_ids)
        if near is None:
            return _answer(moment, (), account.UNKNOWN_IDS)
        found = await _by_name(tx, reader, folded(without_honorifics(name)))
        if found.bearers:
            candidates = await _candidates(tx, moment.held(reader), found, near)
            return await _told_apart(tx, reader, _answer(moment, candidates, None))
    vector = vector_text(await context.providers.embed.embed_question(name))
    async with context.database.read() as tx:
        moment = await begin(tx, Current(), most=MOST_FUZZY)
        profiled = await names.profiled(tx, reader, vector, least=LEAST_PROFILE, most=MOST_FUZZY + 1)
        found = _Found(tier="T3", bearers=profiled)
        candidates = await _candidates(tx, moment.held(reader), found, near)
        return await _told_apart(tx, reader, _answer(moment, candidates, _nobody(name)))


async def _told_apart(tx: Transaction, reader: Reader, answer: Envelope) -> Envelope:
    """The answer with what tells its candidates apart, where there are several."""
    ids = [candidate.entity_id for candidate in answer.entities[:MOST_FUZZY]]
    if len(ids) < 2:
        return answer
    return answer.with_account(Account(candidates=await told_apart(tx, reader, ids)))


async def _by_name(tx: Transaction, reader: Reader, key: str) -> _Found:
    if exact := await names.exact(tx, reader, key):
        return _Found(tier=_EXACT, bearers=exact)
    if similar := await names.similar(tx, reader, key, most=MOST_FUZZY + 1):
        return _Found(tier="T1", bearers=similar)
    return _Found(tier="T2", bearers=await names.sounding(tx, reader, key, most=MOST_FUZZY + 1))


async def _candidates(
    tx: Transaction, held: Held, found: _Found, near: Sequence[Member]
) -> list[EntityCandidate]:
    entity_ids = [bearer.entity_id for bearer in found.bearers]
    shown = await names.shown(tx, held.reader, entity_ids)
    hits: Mapping[UUID, int] = {}
    if near:
        members = await names.members(tx, held.reader, entity_ids)
        hits = await held_facts.joined(tx, held, members, [member.entity_id for member in near])
    candidates = [
        EntityCandidate(
            entity_id=entity_id,
            canonical_name=shown[entity_id],
            tier=found.tier,
            context_hits=hits.get(entity_id, 0),
        )
        for entity_id in entity_ids
        if entity_id in shown
    ]
    return sorted(candidates, key=lambda candidate: -candidate.context_hits)


def _answer(moment: Moment, candidates: Sequence[EntityCandidate], missing: Negative | None) -> Envelope:
    is_fuzzy = any(candidate.tier != _EXACT for candidate in candidates)
    given = candidates[:MOST_FUZZY] if is_fuzzy else candidates
    is_cut = len(given) < len(candidates)
    return Envelope(
        grain=Grain.FACT,
        temporal_scope=scope_of(moment),
        entities=tuple(given),
        freshness=account.freshness_of(moment.read_at),
        truncation=Truncation(
            truncated=is_cut,
            returned=len(given),
            estimated_total=len(candidates),
            total_is_exact=not is_cut,
            reason="resolve_candidate_limit" if is_cut else None,
        ),
        negative=None if given else missing,
    )


def _nobody(name: str) -> Negative:
    return account.negative(
        NegativeKind.UNKNOWN_ENTITY,
        f"nothing in this memory is named {name}",
        "check the spelling, or try another name",
    )
