"""From a name to the entities that it may mean. Several candidates say that the name is ambiguous."""

from collections.abc import Sequence
from dataclasses import dataclass

from remember.context import Context
from remember.domain.names import folded, without_honorifics
from remember.domain.scopes import Reader
from remember.domain.time import Current
from remember.retrieve import account
from remember.retrieve.moment import Moment, begin, scope_of
from remember.retrieve.question import reader_of
from remember.store import names
from remember.store.database import Transaction
from remember.store.names import Bearer
from remember.store.vectors import vector_text
from remember.wire import EntityCandidate, Envelope, Grain, Negative, NegativeKind, Truncation

MOST_FUZZY = 10
"""Candidates of the tiers that go by likeness; an exact name gives all its bearers."""

LEAST_PROFILE = 0.8
"""The cosine that a profile needs to be taken for an answer to a name."""


_EXACT = "T0"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    tier: str
    bearers: Sequence[Bearer] = ()


async def resolve_entity(context: Context, name: str) -> Envelope:
    """Everybody whom the name may mean, by the first of the four tiers that finds anybody."""
    reader = reader_of(context)
    async with context.database.read() as tx:
        moment = await begin(tx, Current(), most=MOST_FUZZY)
        found = await _by_name(tx, reader, folded(without_honorifics(name)))
        if found.bearers:
            return _answer(moment, name, await _candidates(tx, reader, found))
    vector = vector_text(await context.providers.embed.embed_question(name))
    async with context.database.read() as tx:
        moment = await begin(tx, Current(), most=MOST_FUZZY)
        profiled = await names.profiled(tx, reader, vector, least=LEAST_PROFILE, most=MOST_FUZZY + 1)
        found = _Found(tier="T3", bearers=profiled)
        return _answer(moment, name, await _candidates(tx, reader, found))


async def _by_name(tx: Transaction, reader: Reader, key: str) -> _Found:
    if exact := await names.exact(tx, reader, key):
        return _Found(tier=_EXACT, bearers=exact)
    if similar := await names.similar(tx, reader, key, most=MOST_FUZZY + 1):
        return _Found(tier="T1", bearers=similar)
    return _Found(tier="T2", bearers=await names.sounding(tx, reader, key, most=MOST_FUZZY + 1))


async def _candidates(tx: Transaction, reader: Reader, found: _Found) -> list[EntityCandidate]:
    shown = await names.shown(tx, reader, [bearer.entity_id for bearer in found.bearers])
    return [
        EntityCandidate(entity_id=bearer.entity_id, canonical_name=shown[bearer.entity_id], tier=found.tier)
        for bearer in found.bearers
        if bearer.entity_id in shown
    ]


def _answer(moment: Moment, name: str, candidates: Sequence[EntityCandidate]) -> Envelope:
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
        negative=None if given else _nobody(name),
    )


def _nobody(name: str) -> Negative:
    return account.negative(
        NegativeKind.UNKNOWN_ENTITY,
        f"nothing in this memory is named {name}",
        "check the spelling, or try another name",
    )
