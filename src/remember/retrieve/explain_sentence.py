"""What became of a sentence: the claims that came of it, or why it is not in the memory."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC
from typing import Any
from uuid import UUID

from remember.context import Context
from remember.domain.documents import STAGES
from remember.domain.sentences import (
    SaidThere,
    SentenceFate,
    reason_in_words,
    sentence_at,
    state_of,
    why_sentence,
)
from remember.domain.unknown import no_document, no_version
from remember.errors import Incorrect, NotFound
from remember.retrieve.moment import Moment
from remember.retrieve.paging import Walk, walk_of
from remember.retrieve.quoted import Found, find_quote, stands_at
from remember.store import search, sentences, stages
from remember.store.database import Transaction
from remember.store.sentences import ClaimThere, DecisionThere, Stretch, TextVersion
from remember.store.stages import StageRow
from remember.wire import (
    SentenceClaim,
    SentenceDecision,
    SentenceExplanation,
    SentencePlace,
    UnfinishedStage,
)

MOST_TOLD = 50
"""Claims, and decisions, that a place is told with."""

_MOST_VERSIONS = 1_000
_MOST_FOLDED = 20
"""Versions that are searched for a quote in another form of Unicode or spacing, which takes its time."""

_BEFORE_CLAIMS = STAGES[: STAGES.index("embed_claim") + 1]


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where to look: characters [start, end) of a version, with its text where it may be read."""

    version: TextVersion
    text: str | None
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainSentence:
    """Which sentence: at a place of a version or of what a document serves; or a quote, there or anywhere."""

    doc_id: UUID | None = None
    version_id: UUID | None = None
    char_start: int | None = None
    char_end: int | None = None
    quote: str | None = None
    limit: int = 20
    cursor: str | None = None


async def explain_sentence(context: Context, asked: ExplainSentence) -> SentenceExplanation:
    """Every place where the sentence stands, and what became of it there.

    Raises `NotFound` (`document_not_found`, `version_not_found`, `quote_not_found`) and `Incorrect`
    (`span_outside_text`).
    """
    filters = {
        "doc_id": asked.doc_id,
        "version_id": asked.version_id,
        "char_start": asked.char_start,
        "char_end": asked.char_end,
        "quote": asked.quote,
    }
    walk = walk_of(context, "explain_sentence", asked.cursor, filters=filters)
    if asked.doc_id is None and asked.version_id is None:
        return await _anywhere(context, asked, walk)
    versions = await _versions(context, asked)
    if asked.quote is None:
        return await _at(context, asked, versions[0])
    return await _quoted_in(context, asked, walk, versions)


async def _versions(context: Context, asked: ExplainSentence) -> list[TextVersion]:
    async with context.database.read() as tx:
        found = await sentences.versions(
            tx, context.reader, doc_id=asked.doc_id, version_id=asked.version_id, most=_MOST_VERSIONS
        )
    if not found and asked.doc_id is not None:
        raise no_document(asked.doc_id)
    if not found and asked.version_id is not None:
        raise no_version(asked.version_id)
    return found


async def _at(context: Context, asked: ExplainSentence, version: TextVersion) -> SentenceExplanation:
    """The sentence at a place, or a stretch that is given whole."""
    start, end = asked.char_start or 0, asked.char_end
    text = await _text(context, version)
    if text is not None:
        _refuse_outside(start, end, len(text))
        first, last = (start, end) if end is not None else sentence_at(text, start)
    else:
        first, last = start, start + 1 if end is None else end
    places = await _places(context, [_Spot(version, text, first, last)])
    return SentenceExplanation(places=places, total=1, cursor=None)


async def _quoted_in(
    context: Context, asked: ExplainSentence, walk: Walk, versions: Sequence[TextVersion]
) -> SentenceExplanation:
    """Every place of a quote in the first of these versions that has it."""
    after = walk.position or {}
    if after:
        versions = [version for version in versions if str(version.version_id) == after["version_id"]]
    found = await _holding(context, versions, asked.quote or "")
    if found:
        left = [spot for spot in found if spot.start > after.get("start", -1)]
        shown = left[: asked.limit]
        places = await _places(context, shown)
        last = {"version_id": str(found[0].version.version_id), "start": shown[-1].start}
        return _page(context, walk, places, total=len(found), position=last if left[asked.limit :] else None)
    unread = next(
        (version for version in versions if version.text_hash is None and not version.is_deleted), None
    )
    if unread is not None:
        places = await _places(context, [_Spot(unread, None, 0, 1)])
        return SentenceExplanation(places=places, total=1, cursor=None)
    raise _no_quote(asked)


async def _holding(context: Context, versions: Sequence[TextVersion], quote: str) -> list[_Spot]:
    """The places of a quote in the first version that holds it; of the latest, also in other forms."""
    for exactly, some in ((True, versions), (False, versions[:_MOST_FOLDED])):
        for version in some:
            text = await _text(context, version)
            found = await asyncio.to_thread(stands_at, text, quote, exactly=exactly) if text else []
            if found:
                return [_Spot(version, text, first, last) for first, last in found]
    return []


async def _anywhere(context: Context, asked: ExplainSentence, walk: Walk) -> SentenceExplanation:
    """Every place of a quote in what is served, a page at a time."""
    after = walk.position or {}
    found: list[Found] = await find_quote(context, asked.quote or "", after=after, most=asked.limit + 1)
    if not found and not after:
        raise _no_quote(asked)
    shown = found[: asked.limit]
    texts: dict[UUID, tuple[TextVersion, str | None]] = {}
    for one in shown:
        if one.version_id not in texts:
            (version,) = await _versions(context, ExplainSentence(version_id=one.version_id))
            texts[one.version_id] = version, await _text(context, version)
    spots = [_Spot(*texts[one.version_id], one.char_start, one.char_end) for one in shown]
    places = await _places(context, spots)
    position = shown[-1].position if len(found) > asked.limit else None
    return _page(context, walk, places, total=None, position=position)


def _page(
    context: Context,
    walk: Walk,
    places: Sequence[SentencePlace],
    *,
    total: int | None,
    position: Mapping[str, Any] | None,
) -> SentenceExplanation:
    now = context.clock()
    moment = Moment(evaluated_at=now, read_at=now, mode=walk.mode)
    cursor = walk.continuation(context, moment, position)
    return SentenceExplanation(places=tuple(places), total=total, cursor=cursor)


async def _text(context: Context, version: TextVersion) -> str | None:
    if version.text_hash is None or version.is_deleted:
        return None
    stored = await context.content.get(context.tenant_id, version.text_hash)
    return await asyncio.to_thread(stored.decode)


async def _places(context: Context, spots: Sequence[_Spot]) -> tuple[SentencePlace, ...]:
    """What became of each of these, in one snapshot."""
    async with context.database.read() as tx:
        await search.begin(tx, most=1)
        return tuple([await _place(tx, context, spot) for spot in spots])


async def _place(tx: Transaction, context: Context, spot: _Spot) -> SentencePlace:
    version, text, start, end = spot.version, spot.text, spot.start, spot.end
    stretch = Stretch(version_id=version.version_id, char_start=start, char_end=end)
    claims, decisions = await _came_of(tx, context, version, stretch)
    read = await sentences.is_read(tx, context.reader, stretch)
    rows = await stages.of_versions(tx, context.tenant_id, [version.version_id], context.scope_ids)
    unfinished = [row for row in rows if row.status not in ("succeeded", "skipped")]
    unfinished.sort(key=lambda row: STAGES.index(row.stage))
    is_done = not {row.stage for row in unfinished}.intersection(_BEFORE_CLAIMS)
    fate = _fate(version, claims, decisions, unfinished, is_read=read or is_done)
    return SentencePlace(
        doc_id=version.doc_id,
        document_title=version.title,
        version_id=version.version_id,
        version_no=version.version_no,
        newest_version_no=version.newest_no,
        char_start=start,
        char_end=end,
        text=None if text is None else text[start:end],
        state=state_of(fate).value,
        why=why_sentence(fate),
        claims=tuple(_claim(one) for one in claims),
        claim_count=claims[0].total if claims else 0,
        decisions=tuple(decision_told(one) for one in decisions),
        decision_count=decisions[0].total if decisions else 0,
        unfinished=() if version.is_deleted else tuple(_stage(row) for row in unfinished),
    )


async def _came_of(
    tx: Transaction, context: Context, version: TextVersion, stretch: Stretch
) -> tuple[list[ClaimThere], list[DecisionThere]]:
    if version.is_deleted:
        return [], []
    claims = await sentences.claims_in(tx, context.reader, stretch, most=MOST_TOLD)
    return claims, await sentences.decisions_in(tx, context.reader, stretch, most=MOST_TOLD)


def _fate(
    version: TextVersion,
    claims: Sequence[ClaimThere],
    decisions: Sequence[DecisionThere],
    unfinished: Sequence[StageRow],
    *,
    is_read: bool,
) -> SentenceFate:
    stopped = [row.stage for row in unfinished if row.status in ("failed", "dead_letter")]
    waiting = [row.stage for row in unfinished if row.status in ("pending", "running")]
    return SentenceFate(
        is_deleted=version.is_deleted,
        parked=version.parked,
        stopped=stopped[0] if stopped else None,
        error=version.error,
        waiting=waiting[0] if waiting else None,
        is_read=is_read,
        claims=[SaidThere(counts=claim.counts, ended=claim.ended) for claim in claims],
        decisions=[(decision.decision, decision.reason, decision.detail) for decision in decisions],
    )


def _claim(claim: ClaimThere) -> SentenceClaim:
    return SentenceClaim(
        claim_id=claim.claim_id,
        claim_text=claim.claim_text,
        char_start=claim.char_start,
        char_end=claim.char_end,
        counts=claim.counts,
        ended=claim.ended,
        fact_count=claim.facts,
    )


def decision_told(decision: DecisionThere) -> SentenceDecision:
    """A decision about a stretch of text, in words too."""
    return SentenceDecision(
        decision=decision.decision,
        reason=decision.reason,
        why=reason_in_words(decision.reason),
        detail=decision.detail,
        char_start=decision.char_start,
        char_end=decision.char_end,
        extractor_version=decision.extractor_version,
        decided_at=decision.decided_at.astimezone(UTC),
    )


def _stage(row: StageRow) -> UnfinishedStage:
    return UnfinishedStage(stage=row.stage, status=row.status, defer_reason=row.defer_reason)


def _refuse_outside(start: int, end: int | None, length: int) -> None:
    if start >= length or (end is not None and end > length):
        raise Incorrect(
            f"characters {start} to {start + 1 if end is None else end} reach beyond the end of the text, "
            f"which has {length}",
            code="span_outside_text",
            hint="offsets count code points of the converted text",
            data={"text_length": length},
        )


def _no_quote(asked: ExplainSentence) -> NotFound:
    return NotFound(
        "no text that may be read holds that quote",
        code="quote_not_found",
        hint="quote the source word for word; with its doc_id, older versions are searched too",
        data={"doc_id": str(asked.doc_id), "version_id": str(asked.version_id)},
    )
