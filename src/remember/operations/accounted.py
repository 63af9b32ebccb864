"""What is told beside the answer of a read."""

from collections import defaultdict
from collections.abc import Collection, Coroutine, Iterator, Mapping
from time import perf_counter
from typing import Any, TypeVar
from uuid import UUID

from remember.context import Context
from remember.store import jobs, retractions, versions
from remember.wire import ContextBundleV2, Envelope, EvidenceSpan, TemporalScope

Answer = TypeVar("Answer", Envelope, ContextBundleV2)

MOST_PENDING = 100
"""Versions that an account names at most."""


async def accounted(context: Context, answering: Coroutine[Any, Any, Answer]) -> Answer:
    """The answer with what it may not hold yet, and what of the texts that it quotes is no testimony.

    The first is what is being processed when it is asked for; the second what a person took back, and what
    came after the belief that was asked about.
    """
    begun = perf_counter()
    async with context.database.read() as tx:
        pending = await jobs.pending(tx, context.tenant_id, context.scope_ids, MOST_PENDING)
        has_retractions = await retractions.is_any(tx, context.reader)
    answer = await answering
    scope = _envelopes(answer)[0].temporal_scope
    # Most memories have no retraction, most reads are of today, and many quote nothing: then nothing more is
    # looked up.
    quoted = {version_id for one in _envelopes(answer) for version_id in _quoted(one)}
    is_told = quoted and (has_retractions or scope.mode == "as_of")
    told = await _no_testimony(context, scope, quoted) if is_told else {}
    timing = {"total": round((perf_counter() - begun) * 1000, 3)}
    return answer.accounting(pending_version_ids=tuple(pending), timing_ms=timing, **told)


async def _no_testimony(
    context: Context, scope: TemporalScope, quoted: Collection[UUID]
) -> Mapping[str, Any]:
    async with context.database.read() as tx:
        # Asked for anew: one that was being saved before is part of the belief that was waited for.
        has_retractions = await retractions.is_any(tx, context.reader)
        gone = (
            await retractions.places_in(tx, context.reader, quoted, scope.believed_at)
            if has_retractions
            else ()
        )
        is_past = scope.mode == "as_of"
        later = await versions.came_after(tx, context.reader, quoted, scope.believed_at) if is_past else ()
    spans: defaultdict[UUID, list[EvidenceSpan]] = defaultdict(list)
    for place in gone:
        spans[place.version_id].append(EvidenceSpan(char_start=place.char_start, char_end=place.char_end))
    return {
        "taken_back": {version_id: tuple(there) for version_id, there in spans.items()},
        "came_later": tuple(later),
    }


def _envelopes(answer: Envelope | ContextBundleV2) -> list[Envelope]:
    return [answer] if isinstance(answer, Envelope) else [answer.claims_and_sources, answer.facts]


def _quoted(envelope: Envelope) -> Iterator[UUID]:
    yield from (chunk.version_id for chunk in envelope.chunks)
    claims = envelope.account.claims.values() if envelope.account else ()
    yield from (claim.version_id for claim in claims if claim.version_id is not None)
