"""What sources said: claims and passages, each by meaning and by words."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

from remember.context import Context
from remember.domain.ranking import Ranked
from remember.domain.relevance import COMPANY_ALLOWANCE, PASSAGE_ALLOWANCE
from remember.domain.time import Current
from remember.retrieve import account
from remember.retrieve.ambiguous import Candidates, candidates_of
from remember.retrieve.anchors import members_of
from remember.retrieve.candidates import Nominated, nominate, with_asked
from remember.retrieve.moment import Moment, scope_of
from remember.retrieve.question import Question, anchored, unanchored
from remember.retrieve.rank import ranked, reranked
from remember.retrieve.reading import Reading, reading, standing_of
from remember.retrieve.refusal import NOTHING, unknown_subject
from remember.retrieve.together import both
from remember.store import names, testimony
from remember.store.held_facts import Standing
from remember.store.search import Field
from remember.store.term_counts import Corpus
from remember.store.testimony import ConfirmedClaim, ShownChunk, ShownClaim
from remember.wire import Envelope, Grain, Negative


@dataclass(frozen=True, slots=True, kw_only=True)
class TestimonyRequest:
    """What is asked: `k` of each kind at most, from `candidate_k` candidates of each channel."""

    entity_ids: tuple[UUID, ...] = ()
    k: int = 50
    candidate_k: int = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundTestimony:
    """What a snapshot gave. The orders are whole; of their items, as many as can be returned are shown."""

    moment: Moment
    claims: Sequence[Ranked[UUID]] = ()
    shown_claims: Mapping[UUID, ShownClaim] = field(default_factory=dict)
    chunks: Sequence[Ranked[UUID]] = ()
    shown_chunks: Mapping[UUID, ShownChunk] = field(default_factory=dict)
    standing: Mapping[UUID, Standing] = field(default_factory=dict)
    candidates: Candidates = field(default_factory=Candidates)
    dropped: int = 0
    is_exact: bool = True
    negative: Negative | None = None


async def claims_and_sources_context(
    context: Context, query: str, request: TestimonyRequest | None = None
) -> Envelope:
    """The claims and passages that have most to do with the question, as one envelope of testimony."""
    request = request or TestimonyRequest()
    question = await (anchored if request.entity_ids else unanchored)(context, query)
    async with reading(context, question, Current(), most=request.candidate_k) as read:
        found = await find_testimony(read, request)
    return await testimony_envelope(context, question, found, request)


async def find_testimony(read: Reading, request: TestimonyRequest) -> FoundTestimony:
    """What the snapshot of this read has on its question, and whom it may mean by a name of several."""
    claim_ids = chunk_ids = None
    if unknown := await unknown_subject(read):
        return FoundTestimony(moment=read.moment, negative=unknown)
    if request.entity_ids:
        members = await members_of(read.tx, read.reader, request.entity_ids)
        if members is None:
            return FoundTestimony(moment=read.moment, negative=account.UNKNOWN_IDS)
        entity_ids = [member.entity_id for member in members]
        claim_ids = await testimony.claims_naming(read.tx, read.reader, entity_ids)
        chunk_ids = await testimony.chunks_naming(read.tx, read.reader, entity_ids)
    claims = Field(corpus=Corpus.CLAIMS, reader=read.reader, item_ids=claim_ids)
    chunks = Field(corpus=Corpus.CHUNKS, reader=read.reader, item_ids=chunk_ids)
    said, passages = await both(
        nominate(read, claims, most=request.candidate_k),
        nominate(read.aside, chunks, most=request.candidate_k),
    )
    if known := read.question.known:
        subject = await names.members(read.tx, read.reader, frozenset().union(*known.values()))
        said = await with_asked(read, Corpus.CLAIMS, said, subject)
    found = await _confirmed(read, request, said, passages)
    held = read.moment.held(read.reader)
    return replace(found, candidates=await candidates_of(read.tx, held, read.question, ()))


async def _confirmed(
    read: Reading, request: TestimonyRequest, claims: Nominated, chunks: Nominated
) -> FoundTestimony:
    said, passages = _orders(read, request, claims, chunks)
    live, served = await both(
        testimony.confirm_claims(read.tx, read.reader, _items(said)),
        testimony.confirm_chunks(read.beside, read.reader, _items(passages)),
    )
    heads = _heads(said, live)
    carried = [one for one in passages if one.item in served]
    depth = max(request.k, read.settings.rerank_depth)
    (shown_claims, standing), shown_chunks = await both(
        _shown(read, _items(heads[:depth])),
        testimony.show_chunks(read.beside, read.reader, _items(carried[:depth])),
    )
    return FoundTestimony(
        moment=read.moment,
        claims=heads,
        shown_claims=shown_claims,
        standing=standing,
        chunks=carried,
        shown_chunks=shown_chunks,
        dropped=len(said) - len(live) + len(passages) - len(carried),
        is_exact=not (claims.is_full or chunks.is_full),
        negative=None if heads or carried else NOTHING,
    )


async def _shown(
    read: Reading, claim_ids: Sequence[UUID]
) -> tuple[Mapping[UUID, ShownClaim], Mapping[UUID, Standing]]:
    shown = await testimony.show_claims(read.tx, read.reader, claim_ids, grouped=True)
    return shown, await standing_of(read, claim_ids)


def _orders(
    read: Reading, request: TestimonyRequest, claims: Nominated, chunks: Nominated
) -> tuple[list[Ranked[UUID]], list[Ranked[UUID]]]:
    """Both in fused order; without anchors, only what can be an answer, once anything can."""
    rrf_k = read.settings.rrf_k
    if request.entity_ids:
        return ranked(claims, rrf_k=rrf_k), ranked(chunks, rrf_k=rrf_k)
    bar = read.question.bar(read.settings.relevance_floor)
    passage_bar = bar.lowered(PASSAGE_ALLOWANCE)
    if not claims.reaches(bar) and not chunks.reaches(passage_bar):
        return [], []
    return (
        ranked(claims, rrf_k=rrf_k, bar=bar.lowered(COMPANY_ALLOWANCE)),
        ranked(chunks, rrf_k=rrf_k, bar=passage_bar.lowered(COMPANY_ALLOWANCE)),
    )


def _heads(order: Iterable[Ranked[UUID]], live: Mapping[UUID, ConfirmedClaim]) -> list[Ranked[UUID]]:
    """The first of each group of claims that state the same."""
    first: dict[str, Ranked[UUID]] = {}
    for one in order:
        if one.item in live:
            first.setdefault(live[one.item].statement_key, one)
    return list(first.values())


async def testimony_envelope(
    context: Context, question: Question, found: FoundTestimony, request: TestimonyRequest
) -> Envelope:
    """What was found, cut to what was asked for. May ask the reranker, so no transaction may be open."""
    claim_texts = {claim.claim_id: claim.claim_text for claim in found.shown_claims.values()}
    chunk_texts = {chunk.chunk_id: chunk.chunk_text for chunk in found.shown_chunks.values()}
    claims = (await _best(context, question, found.claims, claim_texts))[: request.k]
    chunks = (await _best(context, question, found.chunks, chunk_texts))[: request.k]
    shown_claims = [found.shown_claims[one.item] for one in claims]
    shown_chunks = [found.shown_chunks[one.item] for one in chunks]
    envelope = Envelope(
        grain=Grain.EVIDENCE,
        temporal_scope=scope_of(found.moment),
        entities=found.candidates.entities,
        evidence=tuple(account.evidence_of(claim) for claim in shown_claims),
        chunks=tuple(account.passage_of(chunk) for chunk in shown_chunks),
        sources=account.sources_of([*shown_claims, *shown_chunks]),
        ranking=account.ranking_of([*claims, *chunks]),
        freshness=account.freshness_of(found.moment.read_at),
        truncation=account.truncation_of(
            returned=len(claims) + len(chunks),
            found=len(found.claims) + len(found.chunks),
            is_exact=found.is_exact,
        ),
        dropped_by_hydration=found.dropped,
        negative=found.negative,
    )
    told = account.told_of(shown_claims, found.standing, envelope)
    return told.accounting(passage_trust=account.trust_of(shown_chunks), candidates=found.candidates.contexts)


async def _best(
    context: Context, question: Question, order: Sequence[Ranked[UUID]], texts: Mapping[UUID, str]
) -> list[Ranked[UUID]]:
    return await reranked(context, question, [one for one in order if one.item in texts], texts)


def _items(order: Collection[Ranked[UUID]]) -> list[UUID]:
    return [one.item for one in order]
