"""A memory of many claims, written in bulk: rows as the pipeline leaves them, with real vectors."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar
from uuid import UUID, uuid4

import numpy as np
from numpy.typing import NDArray
from psycopg import AsyncConnection

from remember.domain.names import folded
from remember.providers.stem import terms
from remember.store import term_counts
from remember.store.vectors import vector_text
from remember.wiring import Memory
from tools.bench.corpus import Sentence, people

PER_PASSAGE = 10
_HASH = "0" * 64
Item = TypeVar("Item")


async def fill(memory: Memory, said: Sequence[Sentence]) -> None:
    """One claim and one fact a sentence, one document and passage for every ten of them."""
    vectors = await memory.providers.embed.embed_passages([sentence.text for sentence in said])
    texts = [" ".join(sentence.text for sentence in part) for part in _parts(said, PER_PASSAGE)]
    passages = await memory.providers.embed.embed_passages(texts)
    async with memory.database.write() as tx:
        writer = _Writer(tx, memory.tenant.tenant_id, memory.tenant.scope_id)
        await writer.people()
        for part, near, passage in zip(
            _parts(said, PER_PASSAGE), _parts(list(vectors), PER_PASSAGE), passages, strict=True
        ):
            writer.document(part, near, passage)
        await writer.flush()
    async with memory.database.write() as tx:
        while await term_counts.compact(tx, memory.tenant.tenant_id):
            pass
    async with await AsyncConnection.connect(memory.dsn, autocommit=True) as connection:
        await connection.execute("vacuum analyze")


def _parts(items: Sequence[Item], size: int) -> Iterator[list[Item]]:
    rest = iter(items)
    while part := list(islice(rest, size)):
        yield part


class _Writer:
    """Collects rows by table, and copies them in the order in which they refer to each other."""

    _TABLES = (
        "representations",
        "documents",
        "versions",
        "chunks",
        "claims",
        "chunk_claims",
        "claim_currency",
        "mentions",
        "facts",
        "fact_revisions",
        "fact_evidence",
        "fact_entities",
        "term_changes",
    )

    def __init__(self, tx: AsyncConnection[Any], tenant_id: UUID, scope_id: UUID) -> None:
        self._tx = tx
        self._tenant = tenant_id
        self._scope = scope_id
        self._rows: dict[str, list[dict[str, Any]]] = {table: [] for table in self._TABLES}
        self._entities: dict[str, UUID] = {}

    async def people(self) -> None:
        """Everybody, by one name each."""
        rows: dict[str, list[dict[str, Any]]] = {"entities": [], "entity_survivors": [], "aliases": []}
        for name in people():
            entity_id = self._entities[name] = uuid4()
            rows["entities"].append({"entity_id": entity_id, "kind": "person"})
            rows["entity_survivors"].append({"entity_id": entity_id, "survivor_id": entity_id})
            rows["aliases"].append(
                {
                    "alias_id": uuid4(),
                    "scope_id": self._scope,
                    "entity_id": entity_id,
                    "alias_text": name,
                    "folded": folded(name),
                    "provenance": "source",
                    "is_canonical": True,
                }
            )
        content = {"content_hash": _HASH, "mime": "text/plain", "byte_size": 1}
        for table, added in (*rows.items(), ("content_objects", [content])):
            await self._copy(table, added)

    def document(
        self, said: Sequence[Sentence], near: Sequence[NDArray[np.float32]], passage: NDArray[np.float32]
    ) -> None:
        """A document of one passage that says these sentences."""
        doc_id, version_id, chunk_id, representation_id = uuid4(), uuid4(), uuid4(), uuid4()
        text = " ".join(sentence.text for sentence in said)
        self._add(
            "representations",
            representation_id=representation_id,
            content_hash=_HASH,
            mime="text/plain",
            converter=str(doc_id),
            converter_version="1",
            text_hash=_HASH,
            text_length=len(text),
        )
        self._add(
            "documents",
            doc_id=doc_id,
            scope_id=self._scope,
            source_kind="bench",
            source_ref=str(doc_id),
            title="notes",
            versioning_mode="snapshot",
            origin="external",
            serving_version_id=version_id,
        )
        self._add(
            "versions",
            version_id=version_id,
            doc_id=doc_id,
            version_no=1,
            content_hash=_HASH,
            filename="notes.txt",
            mime="text/plain",
            representation_id=representation_id,
            source_modified_at=said[0].day,
            status="ready",
        )
        self._add(
            "chunks",
            chunk_id=chunk_id,
            doc_id=doc_id,
            version_id=version_id,
            scope_id=self._scope,
            ordinal=0,
            char_start=0,
            char_end=len(text),
            chunk_text=text,
            heading_path=[],
            section_role="body",
            reuse_key=str(chunk_id),
            serving=True,
            **self._searchable("chunks", text, passage),
        )
        start = 0
        for sentence, vector in zip(said, near, strict=True):
            self._claim(sentence, vector, start, doc_id=doc_id, version_id=version_id, chunk_id=chunk_id)
            start += len(sentence.text) + 1

    def _claim(
        self,
        sentence: Sentence,
        vector: NDArray[np.float32],
        start: int,
        *,
        doc_id: UUID,
        version_id: UUID,
        chunk_id: UUID,
    ) -> None:
        claim_id, end = uuid4(), start + len(sentence.text)
        place = {"chunk_id": chunk_id, "char_start": start, "char_end": end}
        entity_id = self._entities[sentence.subject]
        self._add(
            "claims",
            claim_id=claim_id,
            doc_id=doc_id,
            scope_id=self._scope,
            version_id=version_id,
            claim_text=sentence.text,
            source_span=sentence.text,
            evidence_spans=[start, end],
            is_attributed=False,
            asserted_at=sentence.day,
            valid_from=sentence.day,
            valid_until=sentence.day,
            valid_precision="day",
            valid_kind="event_time",
            statement_key=str(claim_id),
            extractor_version="bench",
            is_current=True,
            **place,
            **self._searchable("claims", sentence.text, vector),
        )
        self._add("chunk_claims", claim_id=claim_id, version_id=version_id, **place)
        self._add(
            "claim_currency", claim_id=claim_id, doc_id=doc_id, during=_since(sentence), began="extracted"
        )
        self._add(
            "mentions",
            mention_id=uuid4(),
            claim_id=claim_id,
            doc_id=doc_id,
            scope_id=self._scope,
            surface=sentence.subject,
            folded=folded(sentence.subject),
            role="subject",
            entity_id=entity_id,
            method="T0",
            reason="bench",
            **place,
        )
        self._fact(sentence, vector, claim_id=claim_id, doc_id=doc_id, entity_id=entity_id)

    def _fact(
        self,
        sentence: Sentence,
        vector: NDArray[np.float32],
        *,
        claim_id: UUID,
        doc_id: UUID,
        entity_id: UUID,
    ) -> None:
        fact_id = uuid4()
        window = {
            "fact_key": fact_id,
            "valid": _since(sentence),
            "valid_precision": "open",
            "support": "current",
            "revision_no": 1,
        }
        self._add(
            "facts",
            fact_id=fact_id,
            scope_id=self._scope,
            kind="observation",
            subject_entity_id=entity_id,
            subject_key=str(entity_id),
            predicate="says",
            value_key=str(fact_id),
            polarity=True,
            slot_key=fact_id,
            label=sentence.text,
            ingested_at=sentence.day,
            evidence_count=1,
            believed_since=sentence.day,
            counted_since=sentence.day,
            **window,
            **self._searchable("facts", sentence.text, vector),
        )
        self._add("fact_revisions", fact_id=fact_id, believed=_since(sentence), cause="add", **window)
        self._add(
            "fact_evidence",
            fact_id=fact_id,
            claim_id=claim_id,
            doc_id=doc_id,
            stance="supports",
            linked=_since(sentence),
        )
        self._add("fact_entities", fact_id=fact_id, entity_id=entity_id, role="subject")

    def _searchable(self, corpus: str, text: str, vector: NDArray[np.float32]) -> dict[str, Any]:
        found = terms(text)
        self._add("term_changes", corpus=corpus, terms=list(found.ids), rows=1, words=found.word_count)
        return {
            "terms": list(found.ids),
            "frequencies": list(found.frequencies),
            "word_count": found.word_count,
            "embedding": vector_text(vector),
        }

    def _add(self, table: str, **row: Any) -> None:
        self._rows[table].append(row)

    async def flush(self) -> None:
        """Write everything that was collected."""
        for table in self._TABLES:
            await self._copy(table, self._rows[table])

    async def _copy(self, table: str, rows: list[dict[str, Any]]) -> None:
        names = list(rows[0])
        columns = ", ".join(["tenant_id", *names])
        async with self._tx.cursor().copy(f"copy {table} ({columns}) from stdin") as copy:
            for row in rows:
                await copy.write_row((self._tenant, *(row[name] for name in names)))


def _since(sentence: Sentence) -> str:
    return f"[{sentence.day.isoformat()},)"
