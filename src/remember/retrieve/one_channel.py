"""Search by one channel, as it is: nothing is fused, nothing is left out for being far away."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal
from uuid import UUID

from remember.context import Context
from remember.domain.bm25 import TermPlan, plan
from remember.domain.ranking import Candidate, Ranked
from remember.domain.scopes import Reader
from remember.providers.stem import question_terms
from remember.retrieve import account
from remember.retrieve.candidates import FEW_ROWS
from remember.retrieve.moment import Moment, begin, scope_of
from remember.retrieve.paging import Walk, walk_of
from remember.retrieve.question import reader_of
from remember.retrieve.refusal import NOTHING
from remember.store import search, term_counts, testimony
from remember.store.database import Transaction, columns
from remember.store.search import Field, Vectors
from remember.store.term_counts import Corpus
from remember.store.vectors import vector_text
from remember.wire import Envelope, Grain, Truncation

ChannelName = Literal["semantic", "bm25"]

MOST_WALKED = 4_000
"""Candidates that a channel can be walked through, page by page."""

_SIGNALS: Mapping[ChannelName, str] = {"semantic": "channel_0", "bm25": "channel_1"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelSearch:
    """What is asked: at most `k` items of one channel, after those that a continuation has had."""

    query: str
    k: int = 10
    channel: ChannelName = "semantic"
    continuation: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """The question in the form that its channel needs, and the place to go on from."""

    corpus: Corpus
    reader: Reader
    k: int
    vectors: Vectors | None
    terms: tuple[int, ...]
    place: Mapping[str, Any]

    @property
    def most(self) -> int:
        """How many candidates are looked at: more than asked for, since some may not hold."""
        return MOST_WALKED if self.place else 2 * self.k + 20

    def is_left(self, candidate: Candidate) -> bool:
        """Whether no page before had it."""
        if not self.place:
            return True
        last = -float(self.place["score"]), UUID(self.place["item_id"])
        return (-candidate.score, candidate.item_id) > last


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """A page, and how many candidates are confirmed so far."""

    moment: Moment
    order: Sequence[Candidate]
    shown: Mapping[UUID, Any]
    confirmed: int
    dropped: int
    is_exact: bool
    position: Mapping[str, Any] | None


async def search_claims(context: Context, asked: ChannelSearch) -> Envelope:
    """The claims that one channel finds, best first."""
    found, envelope = await _search(context, Corpus.CLAIMS, "search_claims", asked)
    shown = [found.shown[one.item_id] for one in found.order]
    evidence = tuple(account.evidence_of(claim) for claim in shown)
    return envelope.model_copy(update={"evidence": evidence, "sources": account.sources_of(shown)})


async def search_chunks(context: Context, asked: ChannelSearch) -> Envelope:
    """The served passages that one channel finds, best first."""
    found, envelope = await _search(context, Corpus.CHUNKS, "search_chunks", asked)
    shown = [found.shown[one.item_id] for one in found.order]
    chunks = tuple(account.passage_of(chunk) for chunk in shown)
    return envelope.model_copy(update={"chunks": chunks, "sources": account.sources_of(shown)})


async def _search(
    context: Context, corpus: Corpus, operation: str, asked: ChannelSearch
) -> tuple[_Found, Envelope]:
    filters = {"query": asked.query, "k": asked.k, "channel": asked.channel}
    walk = walk_of(context, operation, asked.continuation, filters=filters)
    question = await _question(context, corpus, asked, walk)
    async with context.database.read() as tx:
        moment = await begin(tx, walk.mode, most=question.most)
        found = await _find(tx, question, moment)
    signal = _SIGNALS[asked.channel]
    order = [Ranked(item=one.item_id, score=one.score, signals={signal: one.score}) for one in found.order]
    envelope = Envelope(
        grain=Grain.EVIDENCE,
        temporal_scope=scope_of(moment),
        ranking=account.ranking_of(order),
        freshness=account.freshness_of(moment.read_at),
        truncation=_truncation(found, walk.continuation(context, moment, found.position)),
        dropped_by_hydration=found.dropped,
        negative=None if found.order or walk.position else NOTHING,
    )
    return found, envelope


def _truncation(found: _Found, continuation: str | None) -> Truncation:
    reason = "k_limit" if continuation else None if found.is_exact else "candidate_limit"
    return Truncation(
        truncated=reason is not None,
        returned=len(found.order),
        estimated_total=found.confirmed,
        total_is_exact=found.is_exact,
        continuation=continuation,
        reason=reason,
    )


async def _question(context: Context, corpus: Corpus, asked: ChannelSearch, walk: Walk) -> _Asked:
    vectors = None
    if asked.channel == "semantic":
        vector = await context.providers.embed.embed_question(asked.query)
        vectors = Vectors(question=vector_text(vector))
    return _Asked(
        corpus=corpus,
        reader=reader_of(context),
        k=asked.k,
        vectors=vectors,
        terms=question_terms(asked.query),
        place=walk.position or {},
    )


async def _find(tx: Transaction, asked: _Asked, moment: Moment) -> _Found:
    candidates, scoring = await _nominated(tx, asked)
    left = [one for one in candidates if asked.is_left(one)]
    live = await _confirmed(tx, asked, [one.item_id for one in left])
    order = [one for one in left if one.item_id in live]
    given = order[: asked.k]
    before = int(asked.place.get("confirmed", 0))
    is_full = len(candidates) == asked.most
    position = None
    if given and (len(order) > asked.k or (is_full and not asked.place)):
        position = {"score": given[-1].score, "item_id": str(given[-1].item_id)}
        position |= {"confirmed": before + len(given), **scoring}
    return _Found(
        moment=moment,
        order=given,
        shown=await _shown(tx, asked, [one.item_id for one in given]),
        confirmed=before + len(order),
        dropped=len(left) - len(order),
        is_exact=not is_full,
        position=position,
    )


async def _nominated(tx: Transaction, asked: _Asked) -> tuple[list[Candidate], Mapping[str, Any]]:
    """The candidates, and what their scores depend on beside the question and themselves."""
    statistics = (await term_counts.statistics_of(tx, asked.reader.tenant_id, asked.terms))[asked.corpus]
    field = Field(corpus=asked.corpus, reader=asked.reader)
    if asked.vectors is not None:
        exact = bool(asked.place) or statistics.rows < FEW_ROWS
        return await search.by_meaning(tx, field, asked.vectors, most=asked.most, exact=exact), {}
    # Words weigh on every page what they weighed on the first: else its scores mean something else.
    terms = _plan_from(asked.place["plan"]) if asked.place else plan(asked.terms, statistics)
    return await search.by_words(tx, field, terms, most=asked.most), {"plan": columns(terms)}


def _plan_from(sealed: Mapping[str, Any]) -> TermPlan:
    plain = {name: tuple(value) if isinstance(value, list) else value for name, value in sealed.items()}
    return TermPlan(**plain | {"pairs": tuple((first, second) for first, second in sealed["pairs"])})


async def _confirmed(tx: Transaction, asked: _Asked, item_ids: Collection[UUID]) -> Collection[UUID]:
    if asked.corpus is Corpus.CLAIMS:
        return await testimony.confirm_claims(tx, asked.reader, item_ids)
    return await testimony.confirm_chunks(tx, asked.reader, item_ids)


async def _shown(tx: Transaction, asked: _Asked, item_ids: Collection[UUID]) -> Mapping[UUID, Any]:
    if asked.corpus is Corpus.CLAIMS:
        return await testimony.show_claims(tx, asked.reader, item_ids, grouped=False)
    return await testimony.show_chunks(tx, asked.reader, item_ids)
