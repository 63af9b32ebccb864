"""Nominate: what is close in meaning, and what shares words, among rows that the reader may see."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from remember.domain.bm25 import MOST_PAIRS, TermPlan
from remember.domain.ranking import Candidate
from remember.domain.scopes import Reader
from remember.domain.time import Asked
from remember.store.database import Transaction, many, one
from remember.store.term_counts import Corpus

MOST_FOUND = 8_000
"""Rows that one search by words may score; only questions of nothing but common words meet it."""

MOST_MILLISECONDS = 25_000
"""How long a statement of a read may take; then the read ends with `Interrupted`."""

FEWEST_SEARCHED = 40
"""pgvector's own width of search; less finds too little, even for a short list."""

WIDEST_SEARCHED = 1_000
"""pgvector's own bound of that width."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """What is searched: a corpus as a reader sees it, or only `item_ids` of it.

    Facts are searched at the time `asked` about; with `believed_at`, as they were believed then.
    """

    corpus: Corpus
    reader: Reader
    item_ids: Collection[UUID] | None = None
    asked: Asked | None = None
    believed_at: datetime | None = None

    def values(self) -> dict[str, Any]:
        """The field as parameters of a statement."""
        values = seen_by(self.reader)
        values["item_ids"] = None if self.item_ids is None else list(self.item_ids)
        if self.asked is not None:
            values |= {"first": self.asked.first, "last": self.asked.last}
        return values | {"believed_at": self.believed_at}


@dataclass(frozen=True, slots=True, kw_only=True)
class Vectors:
    """A question's vector and, where it names a subject, that name's; both as pgvector reads them."""

    question: str
    subject: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """The instant of a read's snapshot, and one before it; `is_quiet` says that nobody was writing then."""

    at: datetime
    began_at: datetime
    is_quiet: bool


async def begin(tx: Transaction, *, most: int) -> Begun:
    """When this read's snapshot is of; index scans after it look far enough for `most` candidates."""
    width = min(max(most, FEWEST_SEARCHED), WIDEST_SEARCHED)
    return await one(tx, "search.begin", Begun, ef_search=width, milliseconds=MOST_MILLISECONDS)


async def share(tx: Transaction) -> str:
    """The name under which `Database.beside` reads the snapshot of this read, while it is open."""
    return await one(tx, "search.share", str)


async def is_saving(tx: Transaction, believed_at: datetime) -> bool:
    """Whether something that is believed from before this instant on may still come to light."""
    return await one(tx, "search.is_saving", bool, believed_at=believed_at)


async def has_any(tx: Transaction, reader: Reader, terms: Collection[int]) -> bool:
    """Whether any passage, claim or fact that the reader may see has one of these terms."""
    return await one(tx, "search.has_any", bool, **seen_by(reader), terms=list(terms))


async def by_meaning(
    tx: Transaction, field: Field, asked: Vectors, *, most: int, exact: bool
) -> list[Candidate]:
    """The rows closest to a question's vector, the score being the cosine.

    `exact` compares with every row, which is right for few; a restricted field is always exact.
    """
    values = field.values() | {"vector": asked.question, "subject": asked.subject, "most": most}
    searches = _searches(field)
    name = searches.scan if exact or field.item_ids is not None else searches.nearest
    return await many(tx, name, Candidate, **values)


async def by_words(tx: Transaction, field: Field, plan: TermPlan, *, most: int) -> list[Candidate]:
    """The rows that share words with a question, the score being BM25."""
    if not plan.terms:
        return []
    values = field.values() | _planned(plan) | {"most": most, "most_found": MOST_FOUND}
    return await many(tx, _searches(field).matching, Candidate, **values)


class _Searches(NamedTuple):
    nearest: str
    scan: str
    matching: str


def _searches(field: Field) -> _Searches:
    """The statements that search a field."""
    if field.believed_at is not None:
        return _Searches(
            "search.nearest_facts_as_of", "search.scan_facts_as_of", "search.matching_facts_as_of"
        )
    return {
        Corpus.CHUNKS: _Searches("search.nearest_chunks", "search.scan_chunks", "search.matching_chunks"),
        Corpus.CLAIMS: _Searches("search.nearest_claims", "search.scan_claims", "search.matching_claims"),
        Corpus.FACTS: _Searches("search.nearest_facts", "search.scan_facts", "search.matching_facts"),
    }[field.corpus]


def _planned(plan: TermPlan) -> dict[str, Any]:
    values: dict[str, Any] = {
        "terms": list(plan.terms),
        "weights": list(plan.weights),
        "asked": list(plan.asked),
        "all_asked": sum(plan.asked),
        "mean_words": plan.mean_words,
        "rare": list(plan.rare),
    }
    pairs = [list(pair) for pair in plan.pairs]
    for place in range(MOST_PAIRS):
        values[f"pair_{place + 1}"] = pairs[place] if place < len(pairs) else None
    return values


def seen_by(reader: Reader) -> dict[str, Any]:
    """Whose eyes a statement has, as its parameters."""
    return {"tenant_id": reader.tenant_id, "scope_ids": list(reader.scope_ids)}
