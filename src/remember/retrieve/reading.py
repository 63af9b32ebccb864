"""One read in the making: a question, seen by a reader, at one moment, in one snapshot."""

from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from uuid import UUID

from remember.context import Context
from remember.domain.bm25 import TermStatistics
from remember.domain.scopes import Reader
from remember.domain.time import Mode
from remember.retrieve.moment import Moment, snapshot
from remember.retrieve.question import Question, reader_of
from remember.settings import Settings
from remember.store import held_facts, search, term_counts
from remember.store.database import Transaction
from remember.store.held_facts import Standing
from remember.store.term_counts import Corpus


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What every step of a read needs. No model may be asked while it is open.

    `beside` looks at the same snapshot, for what can be asked at the same time; it may be `tx` itself.
    """

    tx: Transaction
    beside: Transaction
    settings: Settings
    reader: Reader
    moment: Moment
    question: Question
    statistics: Mapping[Corpus, TermStatistics]

    @property
    def aside(self) -> "Reading":
        """The same read, with the two transactions in each other's place."""
        return replace(self, tx=self.beside, beside=self.tx)


async def standing_of(read: Reading, claim_ids: Collection[UUID]) -> Mapping[UUID, Standing]:
    """What belief says of these claims at the time that the read is about."""
    if not claim_ids:
        return {}
    held = read.moment.held(read.reader)
    return await held_facts.standing(read.tx, held, claim_ids, read.moment.instant)


@asynccontextmanager
async def reading(context: Context, question: Question, mode: Mode, *, most: int) -> AsyncIterator[Reading]:
    """A read whose channels bring at most `most` candidates each."""
    reader = reader_of(context)
    async with (
        snapshot(context, mode, most=most) as (tx, moment),
        context.database.beside(tx, await search.share(tx)) as beside,
    ):
        if beside is not tx:
            await search.begin(beside, most=most)
        yield Reading(
            tx=tx,
            beside=beside,
            settings=context.settings,
            reader=reader,
            moment=moment,
            question=question,
            statistics=await term_counts.statistics_of(tx, reader.tenant_id, question.terms),
        )
