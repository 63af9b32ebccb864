"""The graph of documents: over which references one leads to another."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from uuid import UUID

from remember.context import Context
from remember.domain.graph import Budget, Edge, Level, Seen, Way, between
from remember.domain.scopes import Reader
from remember.retrieve import account
from remember.retrieve.moment import Moment
from remember.retrieve.paging import turn_page, walk_of
from remember.retrieve.traverse import MOST_PATHS, GraphPage, graph_envelope, paths_page, traverse
from remember.store import references
from remember.store.database import Transaction
from remember.wire import Envelope, GraphEdge, NegativeKind

_UNKNOWN = account.negative(
    NegativeKind.UNKNOWN_ENTITY,
    "at least one of the document ids names no document in this memory",
    "list the documents to see their ids",
)
_APART = account.negative(
    NegativeKind.KNOWN_EMPTY,
    "no references lead from the one document to the other",
    "ask the other way round, or see what each refers to: document_references",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationRequest:
    """From which document to which, in how many references at most."""

    from_doc_id: UUID
    to_doc_id: UUID
    max_hops: int = 6
    budget: Budget = field(default_factory=Budget)


@dataclass(slots=True)
class _References:
    """The references that one read looks at, with the titles of the documents that it meets."""

    tx: Transaction
    reader: Reader
    names: dict[UUID, str] = field(default_factory=dict)

    async def look(self, level: Level) -> Seen:
        seen = await references.edges(self.tx, self.reader, level)
        await self.meet(end for edge in seen.edges for end in (edge.subject_id, edge.object_id))
        return seen

    async def meet(self, doc_ids: Iterable[UUID]) -> None:
        if new := set(doc_ids) - self.names.keys():
            self.names |= await references.titles(self.tx, self.reader, new)

    async def told(self, edges: Iterable[Edge]) -> Mapping[UUID, GraphEdge]:
        return {edge.edge_id: self._edge(edge) for edge in edges}

    def _edge(self, edge: Edge) -> GraphEdge:
        """A reference has no period, and the document itself is the evidence for it."""
        words = edge.predicate.replace("_", " ")
        return GraphEdge(
            relation_id=edge.edge_id,
            subject_id=edge.subject_id,
            object_id=edge.object_id,
            predicate=edge.predicate,
            fact=f"{self.names[edge.subject_id]} {words} {self.names[edge.object_id]}",
            evidence_count=1,
            valid_from=None,
            valid_until=None,
            ingested_at=None,
            invalidated_at=None,
        )


async def citation_path(context: Context, asked: CitationRequest) -> Envelope:
    """The shortest paths over references from one document to another, in their direction."""
    walk = walk_of(context, "graph_citation_path", None)

    async def read(tx: Transaction, moment: Moment) -> GraphPage:
        known = _References(tx, context.reader)
        ends = asked.from_doc_id, asked.to_doc_id
        await known.meet(ends)
        if not known.names.keys() >= set(ends):
            return GraphPage(negative=_UNKNOWN)
        search = between(*ends, max_hops=asked.max_hops, most=MOST_PATHS, way=Way.FROM, budget=asked.budget)
        found = await traverse(tx, search, known.look, milliseconds=asked.budget.milliseconds)
        return await paths_page(known, found, _APART)

    return graph_envelope(context, walk, *await turn_page(context, walk, read))
