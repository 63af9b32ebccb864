"""Preview a version: what its bytes would change before they do, with nothing written.

The bytes go the way of a version up to its claims. What these would make of entities and of new facts is
known only once they are in; what would be carried on or taken back is known now.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from remember.context import Context
from remember.domain.carrying import How, how_carried
from remember.domain.claims import DraftClaim
from remember.domain.documents import IngestRequest, KeptVersion, Upload, VersioningMode, doc_id
from remember.ingest.adjudicate import Foreseen, foresee
from remember.ingest.convert import Text, converted
from remember.ingest.embed import passages_of
from remember.ingest.reading import Given, begin, read
from remember.ingest.receive import check_body, outcome_of
from remember.store import assertions, chunks, claims, documents, versions
from remember.store.chunks import StoredChunk
from remember.store.claims import Carried, Occurrence, Occurring, TracedClaim
from remember.store.content import Body
from remember.store.documents import Document
from remember.store.facts import HeldFact
from remember.store.versions import CarriedFrom, VersionWork

_BATCH = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What a version would change. `claims` are in the order of its text, then what it would leave out.

    `upload` other than a new version: these bytes are nothing new, and nothing else is told. `pending`
    versions of the document are still being processed, and what they say is not in here. `read_by_rules`: a
    language model would read the passages that changed, and was not asked.
    """

    doc_id: UUID
    content_hash: str
    mode: VersioningMode
    is_known: bool
    upload: Upload
    before_id: UUID | None
    pending: int
    read_by_rules: bool = False
    passages_kept: int = 0
    passages_new: int = 0
    passages_dropped: int = 0
    claims: Sequence[tuple[TracedClaim, How]] = ()
    facts_ended: Sequence[HeldFact] = ()
    facts_weakened: Sequence[HeldFact] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _There:
    """What is there already: the document, and what its newest version says that was read."""

    document: Document | None
    upload: Upload
    kept: Sequence[KeptVersion]
    before: CarriedFrom | None
    said: Sequence[Occurring]
    keys: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    """What the passages gave: which of the old ones stay, who is said where, and what is new."""

    passages: Sequence[StoredChunk]
    carried: Sequence[Carried]
    again: Sequence[Occurrence]
    new: Sequence[DraftClaim]


async def preview(context: Context, request: IngestRequest, body: Body) -> Preview:
    """What would become of these bytes; raises what storing and converting them would raise."""
    async with context.content.receive(body, most=context.settings.body_max_bytes) as incoming:
        await check_body(incoming, request.mime)
        there = await _look(context, request, incoming.content_hash)
        seen = _seen(context, request, there, incoming.content_hash)
        if there.upload is not Upload.NEW_VERSION:
            return seen
        text = await asyncio.to_thread(lambda: converted(request.mime, incoming.path.read_bytes()))
    work = _work(context, request, there, seen)
    found = await _read(context, work, text, there)
    told = [claim for claim in _traced(there.said, found) if _matters(claim, seen.mode)]
    hows = how_carried([claim.traced() for claim in told], seen.mode)
    pairs = list(zip(told, hows, strict=True))
    keys = {chunk.reuse_key for chunk in found.passages}
    retracted = [claim.claim_id for claim, how in pairs if claim.claim_id and how is How.RETRACTED]
    foreseen = await _foresee(context, retracted, found.new)
    return replace(
        seen,
        read_by_rules=context.providers.extract is not None and bool(found.new),
        passages_kept=len(found.carried),
        passages_new=len(found.passages) - len(found.carried),
        passages_dropped=len(there.keys - keys),
        claims=pairs,
        facts_ended=foreseen.ended,
        facts_weakened=foreseen.weakened,
    )


async def _look(context: Context, request: IngestRequest, content_hash: str) -> _There:
    tenant_id = context.tenant_id
    document_id = _document_id(context, request, content_hash)
    async with context.database.read() as tx:
        latest = await versions.latest(tx, tenant_id, document_id)
        document = await documents.get(tx, tenant_id, document_id, (context.scope_id,))
        kept = await versions.kept(tx, tenant_id, document_id) if document else []
        last_no = latest.last_no + 1 if latest else 1
        before = await versions.carried_from(tx, tenant_id, document_id, last_no) if document else None
        return _There(
            document=document,
            upload=outcome_of(latest, request, content_hash),
            kept=kept,
            before=before,
            said=await claims.occurring(tx, tenant_id, before.version_id) if before else [],
            keys=await chunks.keys(tx, tenant_id, before.version_id) if before else frozenset(),
        )


def _document_id(context: Context, request: IngestRequest, content_hash: str) -> UUID:
    return doc_id(context.tenant_id, context.scope_id, request.source(content_hash))


def _seen(context: Context, request: IngestRequest, there: _There, content_hash: str) -> Preview:
    mode = there.document.versioning_mode if there.document else request.versioning_mode
    return Preview(
        doc_id=_document_id(context, request, content_hash),
        content_hash=content_hash,
        mode=VersioningMode(mode),
        is_known=there.document is not None,
        upload=there.upload,
        before_id=there.before.version_id if there.before else None,
        pending=sum(not version.is_read for version in there.kept),
    )


def _work(context: Context, request: IngestRequest, there: _There, seen: Preview) -> VersionWork:
    title = there.document.title if there.document else request.document_title()
    source = request.source(seen.content_hash)
    return VersionWork(
        version_id=context.new_id(),
        doc_id=seen.doc_id,
        version_no=0,
        content_hash=seen.content_hash,
        mime=request.mime,
        filename=request.filename,
        source_modified_at=request.source_modified_at,
        representation_id=None,
        extracted_chunks=0,
        scope_id=context.scope_id,
        title=title,
        versioning_mode=seen.mode,
        source_kind=source.kind,
        source_ref=source.ref,
    )


async def _read(context: Context, work: VersionWork, text: Text, there: _There) -> _Read:
    cut = await asyncio.to_thread(lambda: list(passages_of(context.providers, work, text)))
    passages = [StoredChunk.of(work.version_id, chunk) for chunk in cut]
    keys = {chunk.reuse_key for chunk in passages}
    reading = await begin(context, work, text, there.before, keys)
    # The rules read what a model would be asked about: a preview costs nothing and keeps nothing.
    ruled = replace(context, providers=replace(context.providers, extract=None))
    found: list[Given] = []
    for start in range(0, len(passages), _BATCH):
        found.append(await read(ruled, reading, passages[start : start + _BATCH]))
    return _Read(
        passages=passages,
        carried=[pair for given in found for pair in given.carried],
        again=[one for given in found for one in (*given.restated, *given.reworded)],
        new=[draft for given in found for _, draft in given.new],
    )


def _traced(said: Sequence[Occurring], found: _Read) -> list[TracedClaim]:
    """The claims of the version in the order of its text, then those that only the version before has."""
    of_chunk: defaultdict[UUID, list[Occurring]] = defaultdict(list)
    of_claim: dict[UUID, Occurring] = {}
    for one in said:
        of_chunk[one.chunk_id].append(one)
        of_claim.setdefault(one.claim_id, one)
    placed = [
        (one.claim_id, one.char_start + pair.shift, one.words)
        for pair in found.carried
        for one in of_chunk[pair.old_chunk_id]
    ]
    placed += [
        (one.claim_id, one.char_start, one.said or of_claim[one.claim_id].source_span)
        for one in found.again
        if one.claim_id in of_claim
    ]
    here = [_claim(of_claim[claim_id], start, words) for claim_id, start, words in _first(placed)]
    here += [_new(draft) for draft in found.new]
    left = [_claim(one, None, one.words) for one in of_claim.values()]
    there = {claim.claim_id for claim in here}
    return sorted(here, key=lambda claim: claim.char_start or 0) + [
        claim for claim in left if claim.claim_id not in there
    ]


def _matters(claim: TracedClaim, mode: VersioningMode) -> bool:
    """Whether a version would make a difference to it: a living document left out what no longer counts."""
    return mode is VersioningMode.SNAPSHOT or claim.char_start is not None or claim.is_current


def _first(placed: Iterable[tuple[UUID, int, str]]) -> list[tuple[UUID, int, str]]:
    """Each claim where the version says it first."""
    first: dict[UUID, tuple[UUID, int, str]] = {}
    for place in sorted(placed, key=lambda place: place[1]):
        first.setdefault(place[0], place)
    return list(first.values())


def _claim(one: Occurring, start: int | None, words: str) -> TracedClaim:
    return TracedClaim(
        claim_id=one.claim_id,
        claim_text=one.claim_text,
        is_current=one.is_current,
        char_start=start,
        char_end=None if start is None else start + len(words),
        was_start=one.char_start,
        was_end=one.char_end,
        source_span=words,
        is_reworded=start is not None and words != one.words,
    )


def _new(draft: DraftClaim) -> TracedClaim:
    return TracedClaim(
        claim_id=None,
        claim_text=draft.claim_text,
        is_current=False,
        char_start=draft.char_start,
        char_end=draft.char_end,
        was_start=None,
        was_end=None,
        source_span=draft.source_span,
        is_reworded=False,
    )


async def _foresee(context: Context, claim_ids: Sequence[UUID], new: Sequence[DraftClaim]) -> Foreseen:
    """The facts that would end or lose a supporter, but for those that a new claim states as they are."""
    if not claim_ids:
        return Foreseen()
    async with context.database.read() as tx:
        slots = await assertions.slots_of_claims(tx, context.tenant_id, claim_ids)
        foreseen = await foresee(tx, context, slots, without=claim_ids)
    stated = {_plain(assertion.label) for draft in new for assertion in draft.assertions}
    return Foreseen(
        ended=[fact for fact in foreseen.ended if _plain(fact.label) not in stated],
        weakened=[fact for fact in foreseen.weakened if _plain(fact.label) not in stated],
    )


def _plain(label: str) -> str:
    return label.casefold().rstrip(".")
