"""Rank: one order from several channels, and the reranker's where one is asked."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from uuid import UUID

from remember.context import Context
from remember.domain.ranking import Ranked, fuse
from remember.domain.relevance import Bar
from remember.observe import log
from remember.retrieve.candidates import Nominated
from remember.retrieve.question import Question


def ranked(nominated: Nominated, *, rrf_k: int, bar: Bar | None = None) -> list[Ranked[UUID]]:
    """The candidates in fused order; with a bar, only those that reach it."""
    relevance = nominated.relevance
    among = None if bar is None else lambda item: bar.is_reached(relevance[item])
    return fuse(nominated.channels, k=rrf_k, among=among)


async def reranked(
    context: Context, question: Question, order: Sequence[Ranked[UUID]], texts: Mapping[UUID, str]
) -> list[Ranked[UUID]]:
    """The same items, the first of them in the reranker's order; as they were if that takes too long.

    Asks a model: no transaction may be open.
    """
    rerank, depth = context.providers.rerank, context.settings.rerank_depth
    first, rest = list(order[:depth]), list(order[depth:])
    if rerank is None or not first:
        return list(order)
    try:
        scores = await asyncio.wait_for(
            rerank.score(question.text, [texts[one.item] for one in first]),
            context.settings.rerank_budget_ms / 1_000,
        )
    except TimeoutError:
        log("rerank_skipped", candidates=len(first), budget_ms=context.settings.rerank_budget_ms)
        return list(order)
    told = [
        replace(one, signals={**one.signals, "rerank": score})
        for one, score in zip(first, scores, strict=True)
    ]
    return sorted(told, key=lambda one: -one.signals["rerank"]) + rest
