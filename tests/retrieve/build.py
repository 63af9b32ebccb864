"""Rows as the write path would leave them, from a few words: a memory for tests of reading it."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from psycopg.types.json import Jsonb

from remember.context import Context
from remember.domain.names import folded
from remember.providers.stem import terms
from remember.store.vectors import vector_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A document with one served version and one passage."""

    doc_id: UUID
    version_id: UUID
    chunk_id: UUID
    text: str
    said_at: datetime | None

    @property
    def text_hash(self) -> str:
        """The name of the content object that holds the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()


@dataclass(slots=True)
class Memory:
    """Writes rows for one context; every method commits."""

    context: Context
    _claimed: dict[UUID, Document] = field(default_factory=dict)

    async def scope(self, scope_id: UUID, *, project: str) -> None:
        """Another scope of the tenant."""
        await self._insert("scopes", scope_id=scope_id, project=project)

    async def document(
        self,
        text: str,
        *,
        title: str = "notes",
        source_kind: str = "notes",
        said_at: datetime | None = None,
        scope_id: UUID | None = None,
    ) -> Document:
        """A document whose only passage is the text."""
        doc_id, version_id = uuid4(), uuid4()
        scope = scope_id or self.context.scope_id
        await self._insert(
            "documents",
            doc_id=doc_id,
            scope_id=scope,
            source_kind=source_kind,
            source_ref=str(doc_id),
            title=title,
            versioning_mode="living",
            origin="external",
            serving_version_id=version_id,
        )
        document = Document(
            doc_id=doc_id, version_id=version_id, chunk_id=uuid4(), text=text, said_at=said_at
        )
        await self._version(document, scope, version_no=1)
        return document

    async def next_version(self, document: Document, text: str) -> Document:
        """A newer version of a document, which is served from now on; it carries no claims yet."""
        newer = Document(
            doc_id=document.doc_id,
            version_id=uuid4(),
            chunk_id=uuid4(),
            text=text,
            said_at=document.said_at,
        )
        scope = await self._scalar("select scope_id from documents where doc_id = %s", document.doc_id)
        await self._run("update chunks set serving = false where doc_id = %s", document.doc_id)
        await self._version(newer, scope, version_no=2)
        await self._run(
            "update documents set serving_version_id = %s where doc_id = %s", newer.version_id, newer.doc_id
        )
        return newer

    async def passages(self, document: Document, *texts: str) -> list[UUID]:
        """Further passages of a document, after its first; their ids."""
        scope = await self._scalar("select scope_id from documents where doc_id = %s", document.doc_id)
        made, start = [], len(document.text)
        for ordinal, text in enumerate(texts, start=1):
            made.append(uuid4())
            await self._chunk(document, made[-1], text, scope_id=scope, ordinal=ordinal, start=start)
            start += len(text)
        return made

    async def claim(
        self,
        document: Document,
        span: str,
        text: str | None = None,
        *,
        about: Sequence[UUID] = (),
        valid: tuple[datetime | None, datetime | None] = (None, None),
        precision: str = "unknown",
        kind: str | None = None,
        attributed: bool = False,
    ) -> UUID:
        """A claim that the document makes with the words `span`, current since the epoch of the test."""
        claim_id = uuid4()
        self._claimed[claim_id] = document
        start = document.text.index(span)
        wording = text or span
        key = f"{wording.casefold().rstrip('.')}|{document.said_at}|{valid}|{attributed}"
        scope = await self._scalar("select scope_id from documents where doc_id = %s", document.doc_id)
        await self._insert(
            "claims",
            claim_id=claim_id,
            doc_id=document.doc_id,
            scope_id=scope,
            version_id=document.version_id,
            chunk_id=document.chunk_id,
            char_start=start,
            char_end=start + len(span),
            claim_text=wording,
            source_span=span,
            evidence_spans=[start, start + len(span)],
            added_context=Jsonb([]),
            is_attributed=attributed,
            asserted_at=document.said_at,
            valid_from=valid[0],
            valid_until=valid[1],
            valid_precision=precision,
            valid_kind=kind,
            statement_key=hashlib.sha256(key.encode()).hexdigest(),
            extractor_version="test",
            is_current=True,
            **await self._searchable("claims", wording),
        )
        await self.carry(document, claim_id, span)
        await self._run(
            "insert into claim_currency (tenant_id, claim_id, doc_id, during, began)"
            " values (%s, %s, %s, tstzrange(clock_timestamp(), null), 'extracted')",
            self.context.tenant_id,
            claim_id,
            document.doc_id,
        )
        for entity_id in about:
            await self._mention(claim_id, document, entity_id)
        return claim_id

    async def left_out(
        self, document: Document, span: str, decision: str, reason: str, detail: str = ""
    ) -> None:
        """Why these words of a document gave no claim."""
        start = document.text.index(span)
        await self._insert(
            "extraction_decisions",
            decision_id=uuid4(),
            version_id=document.version_id,
            chunk_id=document.chunk_id,
            decision=decision,
            reason=reason,
            char_start=start,
            char_end=start + len(span),
            extractor_version="test",
            detail=detail,
        )

    async def carry(self, document: Document, claim_id: UUID, span: str) -> None:
        """A version's passage carries a claim at the place of these words."""
        start = document.text.index(span)
        await self._insert(
            "chunk_claims",
            chunk_id=document.chunk_id,
            claim_id=claim_id,
            version_id=document.version_id,
            char_start=start,
            char_end=start + len(span),
        )

    async def entity(self, name: str, *aliases: str, scope_id: UUID | None = None) -> UUID:
        """An entity that a person named, so that its names need no document."""
        entity_id = uuid4()
        await self._insert("entities", entity_id=entity_id)
        await self._insert("entity_survivors", entity_id=entity_id, survivor_id=entity_id)
        for place, alias in enumerate((name, *aliases)):
            await self.alias(entity_id, alias, canonical=place == 0, scope_id=scope_id)
        return entity_id

    async def alias(
        self,
        entity_id: UUID,
        name: str,
        *,
        canonical: bool = False,
        by: str = "person",
        scope_id: UUID | None = None,
    ) -> None:
        """A name of an entity, given by a person or found in a source."""
        await self._insert(
            "aliases",
            alias_id=uuid4(),
            scope_id=scope_id or self.context.scope_id,
            entity_id=entity_id,
            alias_text=name,
            folded=folded(name),
            provenance=by,
            is_canonical=canonical,
        )

    async def merge(self, absorbed: UUID, survivor: UUID) -> None:
        """From now on the absorbed entity answers as the survivor."""
        await self._run(
            "update entity_survivors set survivor_id = %s where survivor_id = %s", survivor, absorbed
        )

    async def profile(self, entity_id: UUID, text: str) -> None:
        """What an entity is known for."""
        vector = (await self.context.providers.embed.embed_passages([text]))[0]
        await self._insert(
            "entity_profiles",
            scope_id=self.context.scope_id,
            entity_id=entity_id,
            profile_hash="test",
            embedding=vector_text(vector),
        )

    async def fact(
        self,
        label: str,
        subject: UUID | None = None,
        object_: UUID | None = None,
        *,
        predicate: str = "about",
        valid: tuple[datetime | None, datetime | None] | None = None,
        precision: str | None = None,
        said: tuple[datetime | None, datetime | None] | None = None,
        supports: Sequence[UUID] = (),
        contradicts: Sequence[UUID] = (),
        group: UUID | None = None,
        support: str = "current",
        scope_id: UUID | None = None,
    ) -> UUID:
        """A fact that is believed from now on."""
        fact_id = uuid4()
        now = await self._scalar("select clock_timestamp()")
        window = {
            "valid": None if valid is None else _range(*valid),
            "valid_precision": precision or ("unknown" if valid is None else _precision(valid)),
            "said": None if said is None else _range(*said),
            "contradiction_group": group,
            "support": support,
        }
        await self._insert(
            "facts",
            fact_id=fact_id,
            scope_id=scope_id or self.context.scope_id,
            kind="relation" if subject and object_ else "observation",
            subject_entity_id=subject,
            subject_key=str(subject),
            predicate=predicate,
            object_entity_id=object_,
            value_key=label,
            polarity=True,
            fact_key=fact_id,
            slot_key=fact_id,
            label=label,
            revision_no=1,
            ingested_at=now,
            evidence_count=len({self._claimed[claim].doc_id for claim in supports}),
            **window,
            **await self._searchable("facts", label),
        )
        await self._insert(
            "fact_revisions",
            fact_id=fact_id,
            revision_no=1,
            fact_key=fact_id,
            believed=_range(now, None),
            cause="add",
            **window,
        )
        for stance, claims in (("supports", supports), ("contradicts", contradicts)):
            for claim_id in claims:
                await self._link(fact_id, claim_id, stance, now)
        for role, entity_id in (("subject", subject), ("object", object_)):
            if entity_id:
                await self._insert("fact_entities", fact_id=fact_id, entity_id=entity_id, role=role)
        return fact_id

    async def revise(self, fact_id: UUID, valid: tuple[datetime | None, datetime | None]) -> datetime:
        """The fact has another window from now on; the instant at which belief changed."""
        now = await self._end_revision(fact_id)
        await self._run(
            "insert into fact_revisions (tenant_id, fact_id, revision_no, fact_key, valid, valid_precision,"
            " believed, support, cause) select tenant_id, fact_id, revision_no + 1, fact_key,"
            " %s::tstzrange, %s, tstzrange(%s, null), support, 'update' from facts where fact_id = %s",
            _range(*valid),
            _precision(valid),
            now,
            fact_id,
        )
        await self._run(
            "update facts set revision_no = revision_no + 1, valid = %s::tstzrange, valid_precision = %s"
            " where fact_id = %s",
            _range(*valid),
            _precision(valid),
            fact_id,
        )
        return now

    async def support(self, fact_id: UUID, claim_id: UUID) -> None:
        """One more claim speaks for the fact from now on, if it did not already."""
        known = await self._rows("select claim_id from fact_evidence where fact_id = %s", fact_id)
        if claim_id not in known:
            await self._link(fact_id, claim_id, "supports", await self.now())
            await self._run(
                "update facts set evidence_count = evidence_count + 1 where fact_id = %s", fact_id
            )

    async def retract(self, fact_id: UUID) -> datetime:
        """The fact is not believed any more from the instant that is returned."""
        now = await self._end_revision(fact_id)
        await self._run("update facts set invalidated_at = %s where fact_id = %s", now, fact_id)
        return now

    async def end_currency(self, claim_id: UUID, reason: str) -> None:
        """The claim counts no more from now on."""
        await self._run("update claims set is_current = false where claim_id = %s", claim_id)
        await self._run(
            "update claim_currency set during = tstzrange(lower(during), clock_timestamp()), ended = %s"
            " where claim_id = %s and upper_inf(during)",
            reason,
            claim_id,
        )

    async def decide(
        self, fact_id: UUID, outcome: str, *, claim_id: UUID | None = None, features: Any = None
    ) -> UUID:
        """A decision about the fact."""
        adjudication_id = self.context.new_id()
        await self._insert(
            "adjudications",
            adjudication_id=adjudication_id,
            fact_id=fact_id,
            claim_id=claim_id,
            outcome=outcome,
            method="exact",
            features=Jsonb(features or {}),
            decided_by="auto",
            decided_at=await self.now(),
        )
        return adjudication_id

    async def tombstone(self, document: Document) -> None:
        """The document is deleted, and its rows in the indexes are not ended yet."""
        await self._run(
            "update documents set deleted_at = clock_timestamp() where doc_id = %s", document.doc_id
        )

    async def delete(self, document: Document) -> None:
        """The document is deleted: nothing of it counts or is searched from now on."""
        await self.tombstone(document)
        await self._run("update claims set is_current = false where doc_id = %s", document.doc_id)
        await self._run("update chunks set serving = false where doc_id = %s", document.doc_id)
        await self._run(
            "update claim_currency set during = tstzrange(lower(during), clock_timestamp()),"
            " ended = 'version_deleted' where doc_id = %s and upper_inf(during)",
            document.doc_id,
        )

    async def crowd(self, corpus: str, rows: int) -> None:
        """Many rows of one corpus, so that the planner has something to choose an index for."""
        document = await self.document("A crowd.")
        claim = await self.claim(document, "A crowd.")
        fact = await self.fact("A crowd.", supports=[claim])
        table, key, row_id = {
            "chunks": ("chunks", "chunk_id", document.chunk_id),
            "claims": ("claims", "claim_id", claim),
            "facts": ("facts", "fact_id", fact),
        }[corpus]
        columns = await self._rows(
            "select column_name::text from information_schema.columns"
            " where table_name = %s and column_name <> all (%s)",
            table,
            [key, "ordinal", "terms", "frequencies", "embedding"],
        )
        copied = ", ".join(f'"{column}"' for column in columns)
        ordinal = ("ordinal, ", "n, ") if corpus == "chunks" else ("", "")
        await self._run(
            f"insert into {table} ({copied}, {ordinal[0]}{key}, terms, frequencies, embedding)"
            f" select {copied}, {ordinal[1]}gen_random_uuid(), array[n, n + 1], array[1, 1]::smallint[],"
            " (select array_agg(sin(m * n))::vector(384)::halfvec(384) from generate_series(1, 384) m)"
            f" from {table}, generate_series(1, %s) n where {key} = %s",
            rows,
            row_id,
        )
        await self._run(f"analyze {table}")

    async def now(self) -> datetime:
        """The database's clock."""
        moment: datetime = await self._scalar("select clock_timestamp()")
        return moment

    async def _version(self, document: Document, scope_id: UUID, *, version_no: int) -> None:
        content_hash = document.text_hash
        representation_id = uuid4()
        await self._run(
            "insert into content_objects (tenant_id, content_hash, mime, byte_size)"
            " values (%s, %s, 'text/plain', 1) on conflict do nothing",
            self.context.tenant_id,
            content_hash,
        )
        await self._insert(
            "representations",
            representation_id=representation_id,
            content_hash=content_hash,
            mime="text/plain",
            converter=str(representation_id),
            converter_version="1",
            text_hash=content_hash,
            text_length=len(document.text),
        )
        await self._insert(
            "versions",
            version_id=document.version_id,
            doc_id=document.doc_id,
            version_no=version_no,
            content_hash=content_hash,
            filename="notes.txt",
            mime="text/plain",
            source_modified_at=document.said_at,
            representation_id=representation_id,
            status="ready",
        )
        await self._chunk(document, document.chunk_id, document.text, scope_id=scope_id)

    async def _chunk(
        self,
        document: Document,
        chunk_id: UUID,
        text: str,
        *,
        scope_id: UUID,
        ordinal: int = 0,
        start: int = 0,
    ) -> None:
        await self._insert(
            "chunks",
            chunk_id=chunk_id,
            doc_id=document.doc_id,
            version_id=document.version_id,
            scope_id=scope_id,
            ordinal=ordinal,
            char_start=start,
            char_end=start + len(text),
            chunk_text=text,
            heading_path=[],
            section_role="body",
            reuse_key="test",
            serving=True,
            **await self._searchable("chunks", text),
        )

    async def _searchable(self, corpus: str, text: str) -> dict[str, Any]:
        found = terms(text)
        vector = (await self.context.providers.embed.embed_passages([text]))[0]
        await self._insert(
            "term_changes", corpus=corpus, terms=list(found.ids), rows=1, words=found.word_count
        )
        return {
            "terms": list(found.ids),
            "frequencies": list(found.frequencies),
            "word_count": found.word_count,
            "embedding": vector_text(vector),
        }

    async def _mention(self, claim_id: UUID, document: Document, entity_id: UUID) -> None:
        for alias in await self._rows("select folded from aliases where entity_id = %s", entity_id):
            await self._insert(
                "mentions",
                mention_id=uuid4(),
                claim_id=claim_id,
                doc_id=document.doc_id,
                chunk_id=document.chunk_id,
                scope_id=self.context.scope_id,
                surface=alias,
                folded=alias,
                role="subject",
                entity_id=entity_id,
                method="T0",
                reason="test",
            )

    async def _link(self, fact_id: UUID, claim_id: UUID, stance: str, now: datetime) -> None:
        doc_id = self._claimed[claim_id].doc_id
        await self._insert(
            "fact_evidence",
            fact_id=fact_id,
            claim_id=claim_id,
            doc_id=doc_id,
            stance=stance,
            linked=_range(now, None),
        )

    async def _end_revision(self, fact_id: UUID) -> datetime:
        now: datetime = await self._scalar("select clock_timestamp()")
        await self._run(
            "update fact_revisions set believed = tstzrange(lower(believed), %s)"
            " where fact_id = %s and upper_inf(believed)",
            now,
            fact_id,
        )
        return now

    async def _rows(self, sql: str, *values: Any) -> list[Any]:
        async with self.context.database.read() as tx:
            cursor = await tx.execute(sql.encode(), values)
            return [row[0] for row in await cursor.fetchall()]

    async def _scalar(self, sql: str, *values: Any) -> Any:
        return (await self._rows(sql, *values))[0]

    async def _run(self, sql: str, *values: Any) -> None:
        async with self.context.database.write() as tx:
            await tx.execute(sql.encode(), values)

    async def _insert(self, table: str, **row: Any) -> None:
        row = {"tenant_id": self.context.tenant_id, **row}
        names, marks = ", ".join(row), ", ".join(["%s"] * len(row))
        await self._run(f"insert into {table} ({names}) values ({marks})", *row.values())


def _range(start: datetime | None, end: datetime | None) -> str:
    return f"[{start.isoformat() if start else ''},{end.isoformat() if end else ''})"


def _precision(valid: tuple[datetime | None, datetime | None]) -> str:
    return "open" if valid[0] and not valid[1] else "day"


def later(moment: datetime) -> datetime:
    """The next instant that the database can tell apart."""
    return moment + timedelta(microseconds=1)
