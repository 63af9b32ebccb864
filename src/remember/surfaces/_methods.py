"""The methods of both clients. Written by `make generate`, from the registry and `calls.py`."""

from collections.abc import Coroutine, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Literal
from uuid import UUID

from remember.surfaces import calls
from remember.surfaces.calls import Kind
from remember.surfaces.transport import Transport
from remember.wire import (
    AliasDecided,
    Answer,
    ChangePage,
    ClaimExplanation,
    ContextBundleV2,
    ConversationMessage,
    DeadLetter,
    DeploymentBuildInfo,
    DocumentDeletion,
    DocumentDetail,
    DocumentPage,
    DocumentReferences,
    EntityDetail,
    EntityExplanation,
    EntityProposalPage,
    Envelope,
    ExclusionPage,
    FactExplanation,
    IdentityEventPage,
    IngestedFacts,
    IngestedVersion,
    MemoryStatus,
    MentionPage,
    ModelCallPage,
    ModelUsage,
    PairDecided,
    PipelineReadinessReport,
    ReadinessRequirements,
    Regrouped,
    RetractionDecided,
    RetractionPage,
    Retried,
    SentenceExplanation,
    SourceTrustPage,
    SplitDecided,
    SplitProposalPage,
    TimeRequest,
    ToolDescriptor,
    TrustDecided,
    VersionClaims,
    VersionDeletion,
    VersionPreview,
    Whoami,
)


class SyncMethods:
    """Every method blocks until the answer is there. Thread-safe."""

    _transport: Transport

    def _do(self, work: Coroutine[Any, Any, Kind]) -> Kind:
        raise NotImplementedError

    def _call(self, kind: type[Kind], operation: str, /, **arguments: Any) -> Kind:
        return self._do(calls.call(self._transport, kind, operation, arguments))

    def add_alias(self, entity_id: UUID | str, *, name: str, reason: str) -> AliasDecided:
        """Let an entity go by one more name, for readers and for what is ingested from now on.

        `also_named` tells who else bears it: then the name is ambiguous, and ingest gives it to nobody.
        """
        return self._call(AliasDecided, "add_alias", entity_id=entity_id, name=name, reason=reason)

    def adjacent_chunks(self, chunk_id: UUID | str, *, window: int = 1) -> Envelope:
        """A passage between its neighbours, in the order of the document."""
        return self._call(Envelope, "adjacent_chunks", chunk_id=chunk_id, window=window)

    def aggregate(
        self,
        *,
        of: Literal["facts", "claims"] = "facts",
        by: Literal["predicate", "entity", "document", "month", "kind", "state"] = "predicate",
        entity_id: UUID | str | None = None,
        predicate: str | None = None,
        kind: Literal["relation", "observation"] | None = None,
        doc_id: UUID | str | None = None,
        time: Mapping[str, Any] | TimeRequest | None = None,
        limit: int = 50,
        continuation: str | None = None,
    ) -> Envelope:
        """How many facts hold, or claims count, in groups, the largest first; `total` is of all, and exact.

        A fact of two entities or documents is in both groups, and in `total` once. By `state`, every fact that
        was ever held is counted, and every claim, also those that count no more. Claims know no other time than
        now and `as_of`: those that counted at `believed_at` and were said by `valid_at`.
        """
        return self._call(
            Envelope,
            "aggregate",
            of=of,
            by=by,
            entity_id=entity_id,
            predicate=predicate,
            kind=kind,
            doc_id=doc_id,
            time=time,
            limit=limit,
            continuation=continuation,
        )

    def allow_pair(self, one_id: UUID | str, *, other_id: UUID | str, reason: str) -> PairDecided:
        """Lift an exclusion, so that the two may be proposed as one and merged again."""
        return self._call(PairDecided, "allow_pair", one_id=one_id, other_id=other_id, reason=reason)

    def allow_split(self, entity_id: UUID | str, *, reason: str) -> SplitDecided:
        """Lift whatever was said with `exclude_split` of an entity and of those merged into it."""
        return self._call(SplitDecided, "allow_split", entity_id=entity_id, reason=reason)

    def ask(
        self,
        query: str,
        *,
        entity_ids: Sequence[UUID | str] | None = None,
        time: Mapping[str, Any] | TimeRequest | None = None,
        output_language: str | None = None,
        max_context_tokens: int = 2048,
        timeout_ms: int = 25000,
    ) -> Answer:
        """An answer from this memory alone, with the words that say it and where they stand; or an honest no.

        A configured chat model writes it and every citation is checked. Without one it is an extract: what
        sources say closest to the question, word for word (`method`). `context` is the read it rests on.
        """
        return self._call(
            Answer,
            "ask",
            query=query,
            entity_ids=entity_ids,
            time=time,
            output_language=output_language,
            max_context_tokens=max_context_tokens,
            timeout_ms=timeout_ms,
        )

    def changes(
        self,
        *,
        believed_after: datetime | None = None,
        believed_until: datetime | None = None,
        valid_from: datetime | None = None,
        valid_until: datetime | None = None,
        entity_id: UUID | str | None = None,
        kinds: Sequence[
            Literal[
                "added",
                "ended",
                "superseded",
                "redated",
                "contradicted",
                "settled",
                "retracted",
                "withdrawn",
                "restored",
                "merged",
                "reopened",
                "moved",
            ]
        ]
        | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> ChangePage:
        """What changed about what is held true between two instants of belief, the latest change first.

        Each change has the fact as it was held before and after, what took its place, and the decision and claims
        behind it. The `believed_until` of a reply is where the next look goes on: give it as `believed_after`.
        """
        return self._call(
            ChangePage,
            "changes",
            believed_after=believed_after,
            believed_until=believed_until,
            valid_from=valid_from,
            valid_until=valid_until,
            entity_id=entity_id,
            kinds=kinds,
            limit=limit,
            cursor=cursor,
        )

    def claims_and_sources_context(
        self,
        query: str,
        *,
        entity_ids: Sequence[UUID | str] | None = None,
        k: int = 50,
        candidate_k: int = 200,
    ) -> Envelope:
        """What sources said: claims with their exact spans, and passages.

        This is testimony. Whether it holds, and now, is what `facts_context` answers.
        """
        return self._call(
            Envelope,
            "claims_and_sources_context",
            query=query,
            entity_ids=entity_ids,
            k=k,
            candidate_k=candidate_k,
        )

    def combined_context(
        self,
        query: str,
        *,
        entity_ids: Sequence[UUID | str] | None = None,
        hops: int = 1,
        predicate: str | None = None,
        time: Mapping[str, Any] | TimeRequest | None = None,
    ) -> ContextBundleV2:
        """Both at one instant: what sources said, and what the memory holds true.

        Two envelopes that are never merged. Read each on its own: its negative, its truncation, its drops.
        """
        return self._call(
            ContextBundleV2,
            "combined_context",
            query=query,
            entity_ids=entity_ids,
            hops=hops,
            predicate=predicate,
            time=time,
        )

    def delete_document(self, doc_id: UUID | str) -> DocumentDeletion:
        """End a document with all its versions: what only it said is no longer held true.

        All or nothing. What it said stays as history; facts that others support lose one supporter.
        """
        return self._call(DocumentDeletion, "delete_document", doc_id=doc_id)

    def delete_version(self, doc_id: UUID | str, *, version_id: UUID | str) -> VersionDeletion:
        """End one version of a document: what only it said is no longer held true.

        All or nothing. What another version says too stays; in a living document the version before the
        newest speaks again. The last version takes its document with it.
        """
        return self._call(VersionDeletion, "delete_version", doc_id=doc_id, version_id=version_id)

    def deployment_build_info(self) -> DeploymentBuildInfo:
        """Which build answers, with which models, and the version of each operation."""
        return self._call(
            DeploymentBuildInfo,
            "deployment_build_info",
        )

    def document_references(
        self,
        doc_id: UUID | str,
        *,
        direction: Literal["from", "to"] = "from",
        limit: int = 50,
        cursor: str | None = None,
    ) -> DocumentReferences:
        """Where a document points at others: its links, wiki links, and the message that it answers.

        Those of the version that is served, in the order of its text. A document that comes later is found
        as soon as it is there. `candidates` says how many documents a reference may mean: of none and of
        several it means none.
        """
        return self._call(
            DocumentReferences,
            "document_references",
            doc_id=doc_id,
            direction=direction,
            limit=limit,
            cursor=cursor,
        )

    def exclude_pair(self, one_id: UUID | str, *, other_id: UUID | str, reason: str) -> PairDecided:
        """Say that two entities are two: they, and whoever is merged into them, are never proposed as one."""
        return self._call(PairDecided, "exclude_pair", one_id=one_id, other_id=other_id, reason=reason)

    def exclude_split(
        self, entity_id: UUID | str, *, doc_ids: Sequence[UUID | str], reason: str
    ) -> SplitDecided:
        """Say that documents are about one entity: it is not proposed to be split between them again.

        What other documents say against these is still proposed. `allow_split` takes it back.
        """
        return self._call(SplitDecided, "exclude_split", entity_id=entity_id, doc_ids=doc_ids, reason=reason)

    def explain_claim(
        self,
        claim_id: UUID | str,
        *,
        time: Mapping[str, Any] | TimeRequest | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> ClaimExplanation:
        """How a claim was read, whether it counts as what its source says, and which facts rest on it.

        Its span, the words that it adds to it and where they came from, the versions that carry it, what it
        asserts of whom, and when and why it ceased to count. A fact `holds` if it is held for the `time` asked
        about; with mode `as_of` everything is told as the memory believed then. `cursor` gives further facts.
        """
        return self._call(
            ClaimExplanation, "explain_claim", claim_id=claim_id, time=time, limit=limit, cursor=cursor
        )

    def explain_entity(
        self,
        entity_id: UUID | str,
        *,
        mention_ids: Sequence[UUID | str] | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> EntityExplanation:
        """Who an entity is, and why its mentions are taken to be of one: by which name, method and decision.

        Each mention has the entity that it was resolved to and the merges since then. An entity that was merged
        into another is explained as that one. `cursor` gives further mentions.
        """
        return self._call(
            EntityExplanation,
            "explain_entity",
            entity_id=entity_id,
            mention_ids=mention_ids,
            limit=limit,
            cursor=cursor,
        )

    def explain_fact(
        self,
        fact_id: UUID | str,
        *,
        time: Mapping[str, Any] | TimeRequest | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> FactExplanation:
        """Why a fact is held, or is not any more: its rivals, the claims for and against it, and its history.

        Each change has both times and what it rests on. Facts that ended, were retracted or merged are explained
        too; with `time` of mode `as_of`, as the memory believed then.
        """
        return self._call(
            FactExplanation, "explain_fact", fact_id=fact_id, time=time, limit=limit, cursor=cursor
        )

    def explain_sentence(
        self,
        *,
        doc_id: UUID | str | None = None,
        version_id: UUID | str | None = None,
        char_start: int | None = None,
        char_end: int | None = None,
        quote: str | None = None,
        limit: int = 20,
        cursor: str | None = None,
    ) -> SentenceExplanation:
        """What became of a sentence: the claims that came of it, or why it is not in memory.

        It was left out for a reason, not grounded, not read yet, parked or failed, or counts no more since its
        version was superseded or deleted. Give a document or version with `char_start` or `quote`, or a `quote`
        alone.
        """
        return self._call(
            SentenceExplanation,
            "explain_sentence",
            doc_id=doc_id,
            version_id=version_id,
            char_start=char_start,
            char_end=char_end,
            quote=quote,
            limit=limit,
            cursor=cursor,
        )

    def facts_context(
        self,
        query: str,
        *,
        entity_ids: Sequence[UUID | str] | None = None,
        k: int = 15,
        evidence_per_fact: int = 3,
        hops: int = 1,
        predicate: str | None = None,
        time: Mapping[str, Any] | TimeRequest | None = None,
    ) -> Envelope:
        """What the memory holds true, with the claims for and against it and every side of a contradiction.

        `confirmed` facts have a complete window; `possible` ones are only not ruled out. Report every side
        of a contradiction.
        """
        return self._call(
            Envelope,
            "facts_context",
            query=query,
            entity_ids=entity_ids,
            k=k,
            evidence_per_fact=evidence_per_fact,
            hops=hops,
            predicate=predicate,
            time=time,
        )

    def graph_citation_path(
        self, from_doc_id: UUID | str, *, to_doc_id: UUID | str, max_hops: int = 6
    ) -> Envelope:
        """The shortest paths over references from one document to another, at most ten, all of one length.

        References are followed in their direction; nodes are documents, edges what one points at in another.
        The versions that are served count. For the references of one document see `document_references`.
        """
        return self._call(
            Envelope, "graph_citation_path", from_doc_id=from_doc_id, to_doc_id=to_doc_id, max_hops=max_hops
        )

    def graph_neighborhood(
        self,
        entity_id: UUID | str,
        *,
        hops: int = 2,
        predicates: Sequence[str] = (),
        valid_at: datetime | None = None,
        believed_at: datetime | None = None,
        time: Mapping[str, Any] | TimeRequest | None = None,
        limit: int = 500,
        continuation: str | None = None,
        include_paths: bool = False,
    ) -> Envelope:
        """Who and what is within some hops of an entity, the nearest first, and the relations on the way.

        Relations are followed both ways; undated ones too. Each edge is on the page of the later of its two
        nodes. `valid_at` and `believed_at`, given together, are short for a `time` of mode `as_of`.
        `truncation.reason` names the budget that ended the search, if one did.
        """
        return self._call(
            Envelope,
            "graph_neighborhood",
            entity_id=entity_id,
            hops=hops,
            predicates=predicates,
            valid_at=valid_at,
            believed_at=believed_at,
            time=time,
            limit=limit,
            continuation=continuation,
            include_paths=include_paths,
        )

    def graph_path(
        self,
        from_entity_id: UUID | str,
        *,
        to_entity_id: UUID | str,
        max_hops: int = 4,
        predicates: Sequence[str] = (),
        valid_at: datetime | None = None,
        believed_at: datetime | None = None,
        time: Mapping[str, Any] | TimeRequest | None = None,
    ) -> Envelope:
        """The shortest paths over relations from one entity to another, at most ten, all of one length.

        Relations are followed both ways. A path is given whole or not at all; over a range or a history its
        edges need not have held at one time. Where the search ended before it had looked everywhere, the
        negative is `boundary` and `truncation.reason` says why; `known_empty` means that no path is there.
        """
        return self._call(
            Envelope,
            "graph_path",
            from_entity_id=from_entity_id,
            to_entity_id=to_entity_id,
            max_hops=max_hops,
            predicates=predicates,
            valid_at=valid_at,
            believed_at=believed_at,
            time=time,
        )

    def hydrate_observation(
        self,
        observation_id: UUID | str,
        *,
        limit: int = 100,
        time: Mapping[str, Any] | TimeRequest | None = None,
        continuation: str | None = None,
    ) -> Envelope:
        """An observation with every claim for and against it, and the documents that say so.

        A closed observation is given with what it rested on last; those claims count no more.
        """
        return self._call(
            Envelope,
            "hydrate_observation",
            observation_id=observation_id,
            limit=limit,
            time=time,
            continuation=continuation,
        )

    def hydrate_relation(
        self,
        relation_id: UUID | str,
        *,
        limit: int = 100,
        time: Mapping[str, Any] | TimeRequest | None = None,
        continuation: str | None = None,
    ) -> Envelope:
        """A relation with every claim for and against it, and the documents that say so.

        A closed relation is given with what it rested on last; those claims count no more.
        """
        return self._call(
            Envelope,
            "hydrate_relation",
            relation_id=relation_id,
            limit=limit,
            time=time,
            continuation=continuation,
        )

    def ingest(
        self,
        source: bytes | Path | str | None = None,
        *,
        content: bytes | None = None,
        filename: str | None = None,
        mime: str | None = None,
        title: str | None = None,
        source_kind: str | None = None,
        source_ref: str | None = None,
        source_modified_at: datetime | None = None,
        versioning_mode: Literal["snapshot", "living"] = "snapshot",
        source_version_ref: str | None = None,
    ) -> IngestedVersion:
        """Store a file or bytes as a version of a document; returns before it is processed.

        `source` is a path, or bytes, which need a `filename`. Without `mime` the file name decides the type;
        JSON lines that are messages are a conversation.
        The same source with other bytes is a new version; with the bytes of its newest version, `created` is
        false. Raises `ValueError` (`Incorrect`) for a combination that cannot be right.
        """
        return self._do(
            calls.ingest(
                self._transport,
                source,
                content,
                dict(
                    filename=filename,
                    mime=mime,
                    title=title,
                    source_kind=source_kind,
                    source_ref=source_ref,
                    source_modified_at=source_modified_at,
                    versioning_mode=versioning_mode,
                    source_version_ref=source_version_ref,
                ),
            )
        )

    def ingest_conversation(
        self,
        messages: Sequence[ConversationMessage | Mapping[str, Any]],
        *,
        title: str | None = None,
        source_kind: str | None = None,
        source_ref: str | None = None,
        source_version_ref: str | None = None,
        versioning_mode: Literal["snapshot", "living"] = "snapshot",
    ) -> IngestedVersion:
        """Store the messages of one conversation as a version of its document, a turn each.

        What a message says was said by its speaker at its time. Send a conversation that has grown again, whole
        and with the same source: only the passages with new messages are read.
        """
        return self._call(
            IngestedVersion,
            "ingest_conversation",
            messages=messages,
            title=title,
            source_kind=source_kind,
            source_ref=source_ref,
            source_version_ref=source_version_ref,
            versioning_mode=versioning_mode,
        )

    def ingest_facts(
        self,
        source: bytes | Path | str | Sequence[Mapping[str, Any]] | None = None,
        *,
        content: bytes | None = None,
        filename: str | None = None,
        mime: str | None = None,
        title: str | None = None,
        source_kind: str | None = None,
        source_ref: str | None = None,
        source_modified_at: datetime | None = None,
        versioning_mode: Literal["snapshot", "living"] = "snapshot",
        source_version_ref: str | None = None,
    ) -> IngestedFacts:
        """Store structured facts: a file of rows, its bytes, or the rows themselves as mappings.

        Returns before they are processed. The columns are in the reference; a wrong row is named in the error,
        and then nothing is stored. Files end in .csv or .jsonl, else `mime` says what they are.
        """
        return self._do(
            calls.ingest_facts(
                self._transport,
                source,
                content,
                dict(
                    filename=filename,
                    mime=mime,
                    title=title,
                    source_kind=source_kind,
                    source_ref=source_ref,
                    source_modified_at=source_modified_at,
                    versioning_mode=versioning_mode,
                    source_version_ref=source_version_ref,
                ),
            )
        )

    def ingest_file(
        self,
        file_path: str | Path,
        *,
        filename: str | None = None,
        mime: str | None = None,
        title: str | None = None,
        source_kind: str | None = None,
        source_ref: str | None = None,
        source_modified_at: datetime | None = None,
        versioning_mode: Literal["snapshot", "living"] = "snapshot",
        source_version_ref: str | None = None,
    ) -> IngestedVersion:
        """Store a file as a version of a document; as `ingest` with a path."""
        return self._do(
            calls.ingest(
                self._transport,
                Path(file_path),
                None,
                dict(
                    filename=filename,
                    mime=mime,
                    title=title,
                    source_kind=source_kind,
                    source_ref=source_ref,
                    source_modified_at=source_modified_at,
                    versioning_mode=versioning_mode,
                    source_version_ref=source_version_ref,
                ),
            )
        )

    def list_contradictions(
        self,
        *,
        state: Literal["open", "closed"] = "open",
        entity_id: UUID | str | None = None,
        time: Mapping[str, Any] | TimeRequest | None = None,
        limit: int = 20,
        continuation: str | None = None,
    ) -> Envelope:
        """What is disputed, the latest first: every side of each contradiction, with claims for and against it.

        Sides of one contradiction share their `contradiction_group`. `changes` says when each opened (`new`)
        and closed (`invalidated`). `truncation` counts contradictions, not sides. A contradiction is about a time
        if two of its sides may hold then; with mode `as_of` it is one that stood open at `believed_at`.
        """
        return self._call(
            Envelope,
            "list_contradictions",
            state=state,
            entity_id=entity_id,
            time=time,
            limit=limit,
            continuation=continuation,
        )

    def list_dead_letters(self, *, limit: int = 100) -> tuple[DeadLetter, ...]:
        """What is not tried any more, the latest first, and of what each failed."""
        return self._call(tuple[DeadLetter, ...], "list_dead_letters", limit=limit)

    def list_documents(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
        status: Literal["ingesting", "converting", "structuring", "ready", "failed"] | None = None,
    ) -> DocumentPage:
        """The documents, newest first, each with the state of its newest version.

        `serving` says whether any version can answer; a document whose newest version failed may still be.
        """
        return self._call(DocumentPage, "list_documents", limit=limit, cursor=cursor, status=status)

    def list_entity_proposals(self, *, limit: int = 50, cursor: str | None = None) -> EntityProposalPage:
        """Pairs of entities that may be one, with the names that say so and why. Nothing is merged by itself.

        Pairs that were excluded or split are left out. A page may be short, even empty: go on until `cursor`
        is null.
        """
        return self._call(EntityProposalPage, "list_entity_proposals", limit=limit, cursor=cursor)

    def list_exclusions(self, *, limit: int = 50, cursor: str | None = None) -> ExclusionPage:
        """Pairs that are never proposed as one, each with the decision that says so."""
        return self._call(ExclusionPage, "list_exclusions", limit=limit, cursor=cursor)

    def list_identity_events(
        self, *, entity_id: UUID | str | None = None, limit: int = 50, cursor: str | None = None
    ) -> IdentityEventPage:
        """Who decided what about who is who, when and why, the latest first; about one entity, or about all.

        `reverse_with` names the operation that takes a decision back; it is null where that was done.
        """
        return self._call(
            IdentityEventPage, "list_identity_events", entity_id=entity_id, limit=limit, cursor=cursor
        )

    def list_mentions(
        self, entity_id: UUID | str, *, limit: int = 50, cursor: str | None = None
    ) -> MentionPage:
        """Where documents mention an entity, with the reason why each mention is taken to be of it."""
        return self._call(MentionPage, "list_mentions", entity_id=entity_id, limit=limit, cursor=cursor)

    def list_model_calls(
        self, *, version_id: UUID | str | None = None, limit: int = 50, cursor: str | None = None
    ) -> ModelCallPage:
        """Every single call of a language model, the newest first, with what came of it."""
        return self._call(
            ModelCallPage, "list_model_calls", version_id=version_id, limit=limit, cursor=cursor
        )

    def list_operations(self) -> tuple[ToolDescriptor, ...]:
        """The operations that can be run by name, each with its parameters and the shape of its result."""
        return self._call(
            tuple[ToolDescriptor, ...],
            "list_operations",
        )

    def list_retractions(self, *, limit: int = 50, cursor: str | None = None) -> RetractionPage:
        """Who took back which fact or claim, when and why, the latest first; and who restored it."""
        return self._call(RetractionPage, "list_retractions", limit=limit, cursor=cursor)

    def list_source_trusts(self, *, limit: int = 50, cursor: str | None = None) -> SourceTrustPage:
        """Who decided how far which sources are trusted, when and why, the latest first."""
        return self._call(SourceTrustPage, "list_source_trusts", limit=limit, cursor=cursor)

    def list_split_proposals(self, *, limit: int = 50, cursor: str | None = None) -> SplitProposalPage:
        """Entities that may be two of one name: documents that contradict each other on several things.

        They disagree on two predicates at least, at once or in turn, and say nothing alike. Nothing is split by
        itself. A page may be short, even empty: go on until `cursor` is null.
        """
        return self._call(SplitProposalPage, "list_split_proposals", limit=limit, cursor=cursor)

    def list_version_claims(
        self,
        doc_id: UUID | str,
        *,
        version_id: UUID | str,
        how: Sequence[Literal["unchanged", "moved", "reworded", "new", "retracted", "earlier"]] | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> VersionClaims:
        """What a version says, and how each claim came to be in it.

        Carried from the version before it unchanged, moved or reworded; new; or left out: `retracted` of a living
        document, `earlier` of a snapshot, where it still counts.
        """
        return self._call(
            VersionClaims,
            "list_version_claims",
            doc_id=doc_id,
            version_id=version_id,
            how=how,
            limit=limit,
            cursor=cursor,
        )

    def lookup_observations(
        self,
        entity_id: UUID | str,
        *,
        property_query: str | None = None,
        k: int = 10,
        time: Mapping[str, Any] | TimeRequest | None = None,
        continuation: str | None = None,
    ) -> Envelope:
        """The observations of an entity, best supported first; with a property, the nearest in meaning first."""
        return self._call(
            Envelope,
            "lookup_observations",
            entity_id=entity_id,
            property_query=property_query,
            k=k,
            time=time,
            continuation=continuation,
        )

    def lookup_relations(
        self,
        *,
        subject_entity_id: UUID | str | None = None,
        predicate: str | None = None,
        object_entity_id: UUID | str | None = None,
        valid_at: datetime | None = None,
        k: int = 50,
        time: Mapping[str, Any] | TimeRequest | None = None,
        continuation: str | None = None,
    ) -> Envelope:
        """The relations that fit a pattern, best supported first, then the longest held.

        Everything given must fit. `valid_at` is short for a `time` of mode `at`.
        """
        return self._call(
            Envelope,
            "lookup_relations",
            subject_entity_id=subject_entity_id,
            predicate=predicate,
            object_entity_id=object_entity_id,
            valid_at=valid_at,
            k=k,
            time=time,
            continuation=continuation,
        )

    def merge_entities(self, survivor_id: UUID | str, *, absorbed_id: UUID | str, reason: str) -> Regrouped:
        """Make two entities one: what is known of both is folded anew as known of one.

        Facts that say the same become one, facts that cannot both be so contradict. `split_entity` with the
        event takes it back, and gives every fact its id back.
        """
        return self._call(
            Regrouped, "merge_entities", survivor_id=survivor_id, absorbed_id=absorbed_id, reason=reason
        )

    def model_usage(self, *, since: datetime | None = None) -> ModelUsage:
        """What reading by language models has cost: calls, tokens, dollars and time, by model and outcome.

        Of the documents that the caller sees. A reply that was used again was not called for, and is not counted.
        """
        return self._call(ModelUsage, "model_usage", since=since)

    def pipeline_readiness(
        self, version_ids: Sequence[UUID | str], *, require: ReadinessRequirements
    ) -> PipelineReadinessReport:
        """How far each version is, stage by stage, and whether what the caller requires is ready. Never waits.

        A stage that `failed` is retried; one that is `dead_letter` is not. A version that is not known has
        every stage `missing`.
        """
        return self._call(
            PipelineReadinessReport, "pipeline_readiness", version_ids=version_ids, require=require
        )

    def preview_version(
        self,
        source: bytes | Path | str | None = None,
        *,
        content: bytes | None = None,
        filename: str | None = None,
        mime: str | None = None,
        source_kind: str | None = None,
        source_ref: str | None = None,
        source_modified_at: datetime | None = None,
        versioning_mode: Literal["snapshot", "living"] = "snapshot",
        limit: int = 50,
        cursor: str | None = None,
    ) -> VersionPreview:
        """What a file or bytes would change if they were ingested, with nothing written; as `ingest` takes them.

        Which claims would be carried and how, which are new and which would be retracted; which facts would end
        or lose a supporter. `cursor` leads on to the next page, with the same bytes.
        """
        return self._do(
            calls.preview_version(
                self._transport,
                source,
                content,
                dict(
                    filename=filename,
                    mime=mime,
                    source_kind=source_kind,
                    source_ref=source_ref,
                    source_modified_at=source_modified_at,
                    versioning_mode=versioning_mode,
                    limit=limit,
                    cursor=cursor,
                ),
            )
        )

    def remove_alias(self, entity_id: UUID | str, *, name: str, reason: str) -> AliasDecided:
        """Let a name no longer mean an entity, for readers and for what is ingested from now on.

        What was said under the name stays with the entity; `split_entity` gives it to somebody else.
        """
        return self._call(AliasDecided, "remove_alias", entity_id=entity_id, name=name, reason=reason)

    def resolve(self, name: str, *, context_entity_ids: Sequence[UUID | str] = ()) -> Envelope:
        """Everybody and everything that a name may mean, first who has most relations to the context.

        The context only orders: `context_hits` counts the current relations. Several candidates mean that the
        name is ambiguous all the same.
        """
        return self._call(Envelope, "resolve", name=name, context_entity_ids=context_entity_ids)

    def resolve_entity(self, name: str) -> Envelope:
        """Everybody and everything that a name may mean.

        Several candidates mean that the name is ambiguous: ask, or tell them apart by what is known of each.
        """
        return self._call(Envelope, "resolve_entity", name=name)

    def restore(self, retraction_id: UUID | str, *, reason: str) -> RetractionDecided:
        """Take a retraction back: what is still said is held again, under the same ids."""
        return self._call(RetractionDecided, "restore", retraction_id=retraction_id, reason=reason)

    def retract(
        self, reason: str, *, fact_id: UUID | str | None = None, claim_id: UUID | str | None = None
    ) -> RetractionDecided:
        """Take back a fact that is not so, or a claim that does not say what was read in it.

        A retracted fact stays closed however often it is said again, by whomever; what it had ended goes on. A
        retracted claim is not heard from its document, in no version of it. Reads of earlier beliefs still show
        both. `restore` takes it back.
        """
        return self._call(RetractionDecided, "retract", reason=reason, fact_id=fact_id, claim_id=claim_id)

    def retry_dead_letter(self, job_id: UUID | str) -> Retried:
        """Try a dead letter again, with a new set of attempts, from the stage where it failed."""
        return self._call(Retried, "retry_dead_letter", job_id=job_id)

    def run_operation(
        self, *, name: str, arguments: Mapping[str, Any] | None = None
    ) -> Envelope | ContextBundleV2:
        """Run any operation by its name; see `list_operations` for names and arguments."""
        return self._do(calls.run_operation(self._transport, name=name, arguments=arguments))

    def search_chunks(
        self,
        query: str,
        *,
        k: int = 10,
        channel: Literal["semantic", "bm25"] = "semantic",
        continuation: str | None = None,
    ) -> Envelope:
        """The passages that one channel finds, best first, with the channel's own score of each.

        A passage is the raw text of a source; what it says was not read for this.
        """
        return self._call(
            Envelope, "search_chunks", query=query, k=k, channel=channel, continuation=continuation
        )

    def search_claims(
        self,
        query: str,
        *,
        k: int = 10,
        channel: Literal["semantic", "bm25"] = "semantic",
        continuation: str | None = None,
    ) -> Envelope:
        """The claims that one channel finds, best first, with the channel's own score of each.

        Nothing is left out for being far from the query: the score says how near it is. For what answers a
        question use `claims_and_sources_context`.
        """
        return self._call(
            Envelope, "search_claims", query=query, k=k, channel=channel, continuation=continuation
        )

    def show_contradiction(
        self,
        group_id: UUID | str,
        *,
        limit: int = 25,
        time: Mapping[str, Any] | TimeRequest | None = None,
        continuation: str | None = None,
    ) -> Envelope:
        """The sides of one contradiction, best supported first, each with claims for and against it.

        Takes the continuation of a fact's `contradiction`, too, with the `time` of the read that gave it.
        """
        return self._call(
            Envelope,
            "show_contradiction",
            group_id=group_id,
            limit=limit,
            time=time,
            continuation=continuation,
        )

    def show_document(self, doc_id: UUID | str) -> DocumentDetail:
        """One document over its whole life: its source, what it taught, and what became of each version."""
        return self._call(DocumentDetail, "show_document", doc_id=doc_id)

    def show_entity(self, entity_id: UUID | str) -> EntityDetail:
        """One entity: its names, how much is known of it, and who was merged into it.

        An entity that was merged into another is shown as that one: compare `entity_id` with the one asked for.
        """
        return self._call(EntityDetail, "show_entity", entity_id=entity_id)

    def split_entity(
        self,
        reason: str,
        *,
        event_id: UUID | str | None = None,
        entity_id: UUID | str | None = None,
        doc_ids: Sequence[UUID | str] | None = None,
        mention_ids: Sequence[UUID | str] | None = None,
    ) -> Regrouped:
        """Make one entity two: take back a merge by its event, or give a part of an entity to somebody new.

        Give either `event_id`, or `entity_id` with `doc_ids` or `mention_ids`. Whatever a claim says of the
        entity moves with any of its mentions. `merge_entities` takes it back.
        """
        return self._call(
            Regrouped,
            "split_entity",
            reason=reason,
            event_id=event_id,
            entity_id=entity_id,
            doc_ids=doc_ids,
            mention_ids=mention_ids,
        )

    def status(self) -> MemoryStatus:
        """How much the memory holds, and how much it still has to do.

        `waiting` and `running` documents may not be in answers yet; a parked one needs a converter that is
        missing here, and a dead letter is not tried any more.
        """
        return self._call(
            MemoryStatus,
            "status",
        )

    def timeline(
        self,
        entity_id: UUID | str,
        *,
        predicate: str | None = None,
        time: Mapping[str, Any] | TimeRequest | None = None,
        evidence_per_fact: int = 1,
        limit: int = 50,
        continuation: str | None = None,
    ) -> Envelope:
        """The facts of an entity in the order of the world, ended or not, those to come included.

        Each stands where it began, or ended if nothing says when it began; undated ones come last, in the order
        in which they were said. Pages go on as believed when the first one was read.
        """
        return self._call(
            Envelope,
            "timeline",
            entity_id=entity_id,
            predicate=predicate,
            time=time,
            evidence_per_fact=evidence_per_fact,
            limit=limit,
            continuation=continuation,
        )

    def transcript_observation(
        self, observation_id: UUID | str, *, continuation: str | None = None
    ) -> Envelope:
        """The decisions that made an observation what it is: the 40 latest, oldest first.

        A continuation gives those before them.
        """
        return self._call(
            Envelope, "transcript_observation", observation_id=observation_id, continuation=continuation
        )

    def transcript_relation(self, relation_id: UUID | str, *, continuation: str | None = None) -> Envelope:
        """The decisions that made a relation what it is: the 40 latest, oldest first.

        A continuation gives those before them.
        """
        return self._call(Envelope, "transcript_relation", relation_id=relation_id, continuation=continuation)

    def trust_source(
        self,
        source_kind: str,
        *,
        source_ref: str | None = None,
        trust: Literal["verified", "asserted", "unverified"],
        reason: str,
    ) -> TrustDecided:
        """Say how far the sources of a kind, or one of them, are trusted in the scope that is written to.

        What is said with less trust ends and dates nothing that is said with more: it supports, or contradicts.
        Holds for what is in memory, which is folded anew, and for what comes. Deciding again replaces it.
        """
        return self._call(
            TrustDecided,
            "trust_source",
            source_kind=source_kind,
            source_ref=source_ref,
            trust=trust,
            reason=reason,
        )

    def wait_for_readiness(
        self,
        version_ids: Sequence[UUID | str],
        *,
        timeout: float = 1800.0,
        poll_interval: float | None = None,
        require_p3: bool = False,
    ) -> PipelineReadinessReport:
        """The report, once every version is ready.

        Without `poll_interval` (seconds) it asks often at first and ever more seldom. Raises `NotFound` for a
        version that the memory does not know, `PipelineDeadLettered` where a stage has used its attempts,
        `Unsupported` where nothing converts a version, and `TimeoutError` after `timeout` seconds.
        """
        return self._do(
            calls.wait_for_readiness(
                self._transport,
                version_ids,
                timeout=timeout,
                poll_interval=poll_interval,
                require_p3=require_p3,
            )
        )

    def whoami(self) -> Whoami:
        """Who the memory takes the caller for, and what they may do in it."""
        return self._call(
            Whoami,
            "whoami",
        )


class AsyncMethods:
    """Every method is awaited, in whatever event loop."""

    _transport: Transport

    async def _do(self, work: Coroutine[Any, Any, Kind]) -> Kind:
        raise NotImplementedError

    async def _call(self, kind: type[Kind], operation: str, /, **arguments: Any) -> Kind:
        return await self._do(calls.call(self._transport, kind, operation, arguments))

    async def add_alias(self, entity_id: UUID | str, *, name: str, reason: str) -> AliasDecided:
        """Let an entity go by one more name, for readers and for what is ingested from now on.

        `also_named` tells who else bears it: then the name is ambiguous, and ingest gives it to nobody.
        """
        return await self._call(AliasDecided, "add_alias", entity_id=entity_id, name=name, reason=reason)

    async def adjacent_chunks(self, chunk_id: UUID | str, *, window: int = 1) -> Envelope:
        """A passage between its neighbours, in the order of the document."""
        return await self._call(Envelope, "adjacent_chunks", chunk_id=chunk_id, window=window)

    async def aggregate(
        self,
        *,
        of: Literal["facts", "claims"] = "facts",
        by: Literal["predicate", "entity", "document", "month", "kind", "state"] = "predicate",
        entity_id: UUID | str | None = None,
        predicate: str | None = None,
        kind: Literal["relation", "observation"] | None = None,
        doc_id: UUID | str | None = None,
        time: Mapping[str, Any] | TimeRequest | None = None,
        limit: int = 50,
        continuation: str | None = None,
    ) -> Envelope:
        """How many facts hold, or claims count, in groups, the largest first; `total` is of all, and exact.

        A fact of two entities or documents is in both groups, and in `total` once. By `state`, every fact that
        was ever held is counted, and every claim, also those that count no more. Claims know no other time than
        now and `as_of`: those that counted at `believed_at` and were said by `valid_at`.
        """
        return await self._call(
            Envelope,
            "aggregate",
            of=of,
            by=by,
            entity_id=entity_id,
            predicate=predicate,
            kind=kind,
            doc_id=doc_id,
            time=time,
            limit=limit,
            continuation=continuation,
        )

    async def allow_pair(self, one_id: UUID | str, *, other_id: UUID | str, reason: str) -> PairDecided:
        """Lift an exclusion, so that the two may be proposed as one and merged again."""
        return await self._call(PairDecided, "allow_pair", one_id=one_id, other_id=other_id, reason=reason)

    async def allow_split(self, entity_id: UUID | str, *, reason: str) -> SplitDecided:
        """Lift whatever was said with `exclude_split` of an entity and of those merged into it."""
        return await self._call(SplitDecided, "allow_split", entity_id=entity_id, reason=reason)

    async def ask(
        self,
        query: str,
        *,
        entity_ids: Sequence[UUID | str] | None = None,
        time: Mapping[str, Any] | TimeRequest | None = None,
        output_language: str | None = None,
        max_context_tokens: int = 2048,
        timeout_ms: int = 25000,
    ) -> Answer:
        """An answer from this memory alone, with the words that say it and where they stand; or an honest no.

        A configured chat model writes it and every citation is checked. Without one it is an extract: what
        sources say closest to the question, word for word (`method`). `context` is the read it rests on.
        """
        return await self._call(
            Answer,
            "ask",
            query=query,
            entity_ids=entity_ids,
            time=time,
            output_language=output_language,
            max_context_tokens=max_context_tokens,
            timeout_ms=timeout_ms,
        )

    async def changes(
        self,
        *,
        believed_after: datetime | None = None,
        believed_until: datetime | None = None,
        valid_from: datetime | None = None,
        valid_until: datetime | None = None,
        entity_id: UUID | str | None = None,
        kinds: Sequence[
            Literal[
                "added",
                "ended",
                "superseded",
                "redated",
                "contradicted",
                "settled",
                "retracted",
                "withdrawn",
                "restored",
                "merged",
                "reopened",
                "moved",
            ]
        ]
        | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> ChangePage:
        """What changed about what is held true between two instants of belief, the latest change first.

        Each change has the fact as it was held before and after, what took its place, and the decision and claims
        behind it. The `believed_until` of a reply is where the next look goes on: give it as `believed_after`.
        """
        return await self._call(
            ChangePage,
            "changes",
            believed_after=believed_after,
            believed_until=believed_until,
            valid_from=valid_from,
            valid_until=valid_until,
            entity_id=entity_id,
            kinds=kinds,
            limit=limit,
            cursor=cursor,
        )

    async def claims_and_sources_context(
        self,
        query: str,
        *,
        entity_ids: Sequence[UUID | str] | None = None,
        k: int = 50,
        candidate_k: int = 200,
    ) -> Envelope:
        """What sources said: claims with their exact spans, and passages.

        This is testimony. Whether it holds, and now, is what `facts_context` answers.
        """
        return await self._call(
            Envelope,
            "claims_and_sources_context",
            query=query,
            entity_ids=entity_ids,
            k=k,
            candidate_k=candidate_k,
        )

    async def combined_context(
        self,
        query: str,
        *,
        entity_ids: Sequence[UUID | str] | None = None,
        hops: int = 1,
        predicate: str | None = None,
        time: Mapping[str, Any] | TimeRequest | None = None,
    ) -> ContextBundleV2:
        """Both at one instant: what sources said, and what the memory holds true.

        Two envelopes that are never merged. Read each on its own: its negative, its truncation, its drops.
        """
        return await self._call(
            ContextBundleV2,
            "combined_context",
            query=query,
            entity_ids=entity_ids,
            hops=hops,
            predicate=predicate,
            time=time,
        )

    async def delete_document(self, doc_id: UUID | str) -> DocumentDeletion:
        """End a document with all its versions: what only it said is no longer held true.

        All or nothing. What it said stays as history; facts that others support lose one supporter.
        """
        return await self._call(DocumentDeletion, "delete_document", doc_id=doc_id)

    async def delete_version(self, doc_id: UUID | str, *, version_id: UUID | str) -> VersionDeletion:
        """End one version of a document: what only it said is no longer held true.

        All or nothing. What another version says too stays; in a living document the version before the
        newest speaks again. The last version takes its document with it.
        """
        return await self._call(VersionDeletion, "delete_version", doc_id=doc_id, version_id=version_id)

    async def deployment_build_info(self) -> DeploymentBuildInfo:
        """Which build answers, with which models, and the version of each operation."""
        return await self._call(
            DeploymentBuildInfo,
            "deployment_build_info",
        )

    async def document_references(
        self,
        doc_id: UUID | str,
        *,
        direction: Literal["from", "to"] = "from",
        limit: int = 50,
        cursor: str | None = None,
    ) -> DocumentReferences:
        """Where a document points at others: its links, wiki links, and the message that it answers.

        Those of the version that is served, in the order of its text. A document that comes later is found
        as soon as it is there. `candidates` says how many documents a reference may mean: of none and of
        several it means none.
        """
        return await self._call(
            DocumentReferences,
            "document_references",
            doc_id=doc_id,
            direction=direction,
            limit=limit,
            cursor=cursor,
        )

    async def exclude_pair(self, one_id: UUID | str, *, other_id: UUID | str, reason: str) -> PairDecided:
        """Say that two entities are two: they, and whoever is merged into them, are never proposed as one."""
        return await self._call(PairDecided, "exclude_pair", one_id=one_id, other_id=other_id, reason=reason)

    async def exclude_split(
        self, entity_id: UUID | str, *, doc_ids: Sequence[UUID | str], reason: str
    ) -> SplitDecided:
        """Say that documents are about one entity: it is not proposed to be split between them again.

        What other documents say against these is still proposed. `allow_split` takes it back.
        """
        return await self._call(
            SplitDecided, "exclude_split", entity_id=entity_id, doc_ids=doc_ids, reason=reason
        )

    async def explain_claim(
        self,
        claim_id: UUID | str,
        *,
        time: Mapping[str, Any] | TimeRequest | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> ClaimExplanation:
        """How a claim was read, whether it counts as what its source says, and which facts rest on it.

        Its span, the words that it adds to it and where they came from, the versions that carry it, what it
        asserts of whom, and when and why it ceased to count. A fact `holds` if it is held for the `time` asked
        about; with mode `as_of` everything is told as the memory believed then. `cursor` gives further facts.
        """
        return await self._call(
            ClaimExplanation, "explain_claim", claim_id=claim_id, time=time, limit=limit, cursor=cursor
        )

    async def explain_entity(
        self,
        entity_id: UUID | str,
        *,
        mention_ids: Sequence[UUID | str] | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> EntityExplanation:
        """Who an entity is, and why its mentions are taken to be of one: by which name, method and decision.

        Each mention has the entity that it was resolved to and the merges since then. An entity that was merged
        into another is explained as that one. `cursor` gives further mentions.
        """
        return await self._call(
            EntityExplanation,
            "explain_entity",
            entity_id=entity_id,
            mention_ids=mention_ids,
            limit=limit,
            cursor=cursor,
        )

    async def explain_fact(
        self,
        fact_id: UUID | str,
        *,
        time: Mapping[str, Any] | TimeRequest | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> FactExplanation:
        """Why a fact is held, or is not any more: its rivals, the claims for and against it, and its history.

        Each change has both times and what it rests on. Facts that ended, were retracted or merged are explained
        too; with `time` of mode `as_of`, as the memory believed then.
        """
        return await self._call(
            FactExplanation, "explain_fact", fact_id=fact_id, time=time, limit=limit, cursor=cursor
        )

    async def explain_sentence(
        self,
        *,
        doc_id: UUID | str | None = None,
        version_id: UUID | str | None = None,
        char_start: int | None = None,
        char_end: int | None = None,
        quote: str | None = None,
        limit: int = 20,
        cursor: str | None = None,
    ) -> SentenceExplanation:
        """What became of a sentence: the claims that came of it, or why it is not in memory.

        It was left out for a reason, not grounded, not read yet, parked or failed, or counts no more since its
        version was superseded or deleted. Give a document or version with `char_start` or `quote`, or a `quote`
        alone.
        """
        return await self._call(
            SentenceExplanation,
            "explain_sentence",
            doc_id=doc_id,
            version_id=version_id,
            char_start=char_start,
            char_end=char_end,
            quote=quote,
            limit=limit,
            cursor=cursor,
        )

    async def facts_context(
        self,
        query: str,
        *,
        entity_ids: Sequence[UUID | str] | None = None,
        k: int = 15,
        evidence_per_fact: int = 3,
        hops: int = 1,
        predicate: str | None = None,
        time: Mapping[str, Any] | TimeRequest | None = None,
    ) -> Envelope:
        """What the memory holds true, with the claims for and against it and every side of a contradiction.

        `confirmed` facts have a complete window; `possible` ones are only not ruled out. Report every side
        of a contradiction.
        """
        return await self._call(
            Envelope,
            "facts_context",
            query=query,
            entity_ids=entity_ids,
            k=k,
            evidence_per_fact=evidence_per_fact,
            hops=hops,
            predicate=predicate,
            time=time,
        )

    async def graph_citation_path(
        self, from_doc_id: UUID | str, *, to_doc_id: UUID | str, max_hops: int = 6
    ) -> Envelope:
        """The shortest paths over references from one document to another, at most ten, all of one length.

        References are followed in their direction; nodes are documents, edges what one points at in another.
        The versions that are served count. For the references of one document see `document_references`.
        """
        return await self._call(
            Envelope, "graph_citation_path", from_doc_id=from_doc_id, to_doc_id=to_doc_id, max_hops=max_hops
        )

    async def graph_neighborhood(
        self,
        entity_id: UUID | str,
        *,
        hops: int = 2,
        predicates: Sequence[str] = (),
        valid_at: datetime | None = None,
        believed_at: datetime | None = None,
        time: Mapping[str, Any] | TimeRequest | None = None,
        limit: int = 500,
        continuation: str | None = None,
        include_paths: bool = False,
    ) -> Envelope:
        """Who and what is within some hops of an entity, the nearest first, and the relations on the way.

        Relations are followed both ways; undated ones too. Each edge is on the page of the later of its two
        nodes. `valid_at` and `believed_at`, given together, are short for a `time` of mode `as_of`.
        `truncation.reason` names the budget that ended the search, if one did.
        """
        return await self._call(
            Envelope,
            "graph_neighborhood",
            entity_id=entity_id,
            hops=hops,
            predicates=predicates,
            valid_at=valid_at,
            believed_at=believed_at,
            time=time,
            limit=limit,
            continuation=continuation,
            include_paths=include_paths,
        )

    async def graph_path(
        self,
        from_entity_id: UUID | str,
        *,
        to_entity_id: UUID | str,
        max_hops: int = 4,
        predicates: Sequence[str] = (),
        valid_at: datetime | None = None,
        believed_at: datetime | None = None,
        time: Mapping[str, Any] | TimeRequest | None = None,
    ) -> Envelope:
        """The shortest paths over relations from one entity to another, at most ten, all of one length.

        Relations are followed both ways. A path is given whole or not at all; over a range or a history its
        edges need not have held at one time. Where the search ended before it had looked everywhere, the
        negative is `boundary` and `truncation.reason` says why; `known_empty` means that no path is there.
        """
        return await self._call(
            Envelope,
            "graph_path",
            from_entity_id=from_entity_id,
            to_entity_id=to_entity_id,
            max_hops=max_hops,
            predicates=predicates,
            valid_at=valid_at,
            believed_at=believed_at,
            time=time,
        )

    async def hydrate_observation(
        self,
        observation_id: UUID | str,
        *,
        limit: int = 100,
        time: Mapping[str, Any] | TimeRequest | None = None,
        continuation: str | None = None,
    ) -> Envelope:
        """An observation with every claim for and against it, and the documents that say so.

        A closed observation is given with what it rested on last; those claims count no more.
        """
        return await self._call(
            Envelope,
            "hydrate_observation",
            observation_id=observation_id,
            limit=limit,
            time=time,
            continuation=continuation,
        )

    async def hydrate_relation(
        self,
        relation_id: UUID | str,
        *,
        limit: int = 100,
        time: Mapping[str, Any] | TimeRequest | None = None,
        continuation: str | None = None,
    ) -> Envelope:
        """A relation with every claim for and against it, and the documents that say so.

        A closed relation is given with what it rested on last; those claims count no more.
        """
        return await self._call(
            Envelope,
            "hydrate_relation",
            relation_id=relation_id,
            limit=limit,
            time=time,
            continuation=continuation,
        )

    async def ingest(
        self,
        source: bytes | Path | str | None = None,
        *,
        content: bytes | None = None,
        filename: str | None = None,
        mime: str | None = None,
        title: str | None = None,
        source_kind: str | None = None,
        source_ref: str | None = None,
        source_modified_at: datetime | None = None,
        versioning_mode: Literal["snapshot", "living"] = "snapshot",
        source_version_ref: str | None = None,
    ) -> IngestedVersion:
        """Store a file or bytes as a version of a document; returns before it is processed.

        `source` is a path, or bytes, which need a `filename`. Without `mime` the file name decides the type;
        JSON lines that are messages are a conversation.
        The same source with other bytes is a new version; with the bytes of its newest version, `created` is
        false. Raises `ValueError` (`Incorrect`) for a combination that cannot be right.
        """
        return await self._do(
            calls.ingest(
                self._transport,
                source,
                content,
                dict(
                    filename=filename,
                    mime=mime,
                    title=title,
                    source_kind=source_kind,
                    source_ref=source_ref,
                    source_modified_at=source_modified_at,
                    versioning_mode=versioning_mode,
                    source_version_ref=source_version_ref,
                ),
            )
        )

    async def ingest_conversation(
        self,
        messages: Sequence[ConversationMessage | Mapping[str, Any]],
        *,
        title: str | None = None,
        source_kind: str | None = None,
        source_ref: str | None = None,
        source_version_ref: str | None = None,
        versioning_mode: Literal["snapshot", "living"] = "snapshot",
    ) -> IngestedVersion:
        """Store the messages of one conversation as a version of its document, a turn each.

        What a message says was said by its speaker at its time. Send a conversation that has grown again, whole
        and with the same source: only the passages with new messages are read.
        """
        return await self._call(
            IngestedVersion,
            "ingest_conversation",
            messages=messages,
            title=title,
            source_kind=source_kind,
            source_ref=source_ref,
            source_version_ref=source_version_ref,
            versioning_mode=versioning_mode,
        )

    async def ingest_facts(
        self,
        source: bytes | Path | str | Sequence[Mapping[str, Any]] | None = None,
        *,
        content: bytes | None = None,
        filename: str | None = None,
        mime: str | None = None,
        title: str | None = None,
        source_kind: str | None = None,
        source_ref: str | None = None,
        source_modified_at: datetime | None = None,
        versioning_mode: Literal["snapshot", "living"] = "snapshot",
        source_version_ref: str | None = None,
    ) -> IngestedFacts:
        """Store structured facts: a file of rows, its bytes, or the rows themselves as mappings.

        Returns before they are processed. The columns are in the reference; a wrong row is named in the error,
        and then nothing is stored. Files end in .csv or .jsonl, else `mime` says what they are.
        """
        return await self._do(
            calls.ingest_facts(
                self._transport,
                source,
                content,
                dict(
                    filename=filename,
                    mime=mime,
                    title=title,
                    source_kind=source_kind,
                    source_ref=source_ref,
                    source_modified_at=source_modified_at,
                    versioning_mode=versioning_mode,
                    source_version_ref=source_version_ref,
                ),
            )
        )

    async def ingest_file(
        self,
        file_path: str | Path,
        *,
        filename: str | None = None,
        mime: str | None = None,
        title: str | None = None,
        source_kind: str | None = None,
        source_ref: str | None = None,
        source_modified_at: datetime | None = None,
        versioning_mode: Literal["snapshot", "living"] = "snapshot",
        source_version_ref: str | None = None,
    ) -> IngestedVersion:
        """Store a file as a version of a document; as `ingest` with a path."""
        return await self._do(
            calls.ingest(
                self._transport,
                Path(file_path),
                None,
                dict(
                    filename=filename,
                    mime=mime,
                    title=title,
                    source_kind=source_kind,
                    source_ref=source_ref,
                    source_modified_at=source_modified_at,
                    versioning_mode=versioning_mode,
                    source_version_ref=source_version_ref,
                ),
            )
        )

    async def list_contradictions(
        self,
        *,
        state: Literal["open", "closed"] = "open",
        entity_id: UUID | str | None = None,
        time: Mapping[str, Any] | TimeRequest | None = None,
        limit: int = 20,
        continuation: str | None = None,
    ) -> Envelope:
        """What is disputed, the latest first: every side of each contradiction, with claims for and against it.

        Sides of one contradiction share their `contradiction_group`. `changes` says when each opened (`new`)
        and closed (`invalidated`). `truncation` counts contradictions, not sides. A contradiction is about a time
        if two of its sides may hold then; with mode `as_of` it is one that stood open at `believed_at`.
        """
        return await self._call(
            Envelope,
            "list_contradictions",
            state=state,
            entity_id=entity_id,
            time=time,
            limit=limit,
            continuation=continuation,
        )

    async def list_dead_letters(self, *, limit: int = 100) -> tuple[DeadLetter, ...]:
        """What is not tried any more, the latest first, and of what each failed."""
        return await self._call(tuple[DeadLetter, ...], "list_dead_letters", limit=limit)

    async def list_documents(
        self,
        *,
        limit: int = 50,
        cursor: str | None = None,
        status: Literal["ingesting", "converting", "structuring", "ready", "failed"] | None = None,
    ) -> DocumentPage:
        """The documents, newest first, each with the state of its newest version.

        `serving` says whether any version can answer; a document whose newest version failed may still be.
        """
        return await self._call(DocumentPage, "list_documents", limit=limit, cursor=cursor, status=status)

    async def list_entity_proposals(
        self, *, limit: int = 50, cursor: str | None = None
    ) -> EntityProposalPage:
        """Pairs of entities that may be one, with the names that say so and why. Nothing is merged by itself.

        Pairs that were excluded or split are left out. A page may be short, even empty: go on until `cursor`
        is null.
        """
        return await self._call(EntityProposalPage, "list_entity_proposals", limit=limit, cursor=cursor)

    async def list_exclusions(self, *, limit: int = 50, cursor: str | None = None) -> ExclusionPage:
        """Pairs that are never proposed as one, each with the decision that says so."""
        return await self._call(ExclusionPage, "list_exclusions", limit=limit, cursor=cursor)

    async def list_identity_events(
        self, *, entity_id: UUID | str | None = None, limit: int = 50, cursor: str | None = None
    ) -> IdentityEventPage:
        """Who decided what about who is who, when and why, the latest first; about one entity, or about all.

        `reverse_with` names the operation that takes a decision back; it is null where that was done.
        """
        return await self._call(
            IdentityEventPage, "list_identity_events", entity_id=entity_id, limit=limit, cursor=cursor
        )

    async def list_mentions(
        self, entity_id: UUID | str, *, limit: int = 50, cursor: str | None = None
    ) -> MentionPage:
        """Where documents mention an entity, with the reason why each mention is taken to be of it."""
        return await self._call(MentionPage, "list_mentions", entity_id=entity_id, limit=limit, cursor=cursor)

    async def list_model_calls(
        self, *, version_id: UUID | str | None = None, limit: int = 50, cursor: str | None = None
    ) -> ModelCallPage:
        """Every single call of a language model, the newest first, with what came of it."""
        return await self._call(
            ModelCallPage, "list_model_calls", version_id=version_id, limit=limit, cursor=cursor
        )

    async def list_operations(self) -> tuple[ToolDescriptor, ...]:
        """The operations that can be run by name, each with its parameters and the shape of its result."""
        return await self._call(
            tuple[ToolDescriptor, ...],
            "list_operations",
        )

    async def list_retractions(self, *, limit: int = 50, cursor: str | None = None) -> RetractionPage:
        """Who took back which fact or claim, when and why, the latest first; and who restored it."""
        return await self._call(RetractionPage, "list_retractions", limit=limit, cursor=cursor)

    async def list_source_trusts(self, *, limit: int = 50, cursor: str | None = None) -> SourceTrustPage:
        """Who decided how far which sources are trusted, when and why, the latest first."""
        return await self._call(SourceTrustPage, "list_source_trusts", limit=limit, cursor=cursor)

    async def list_split_proposals(self, *, limit: int = 50, cursor: str | None = None) -> SplitProposalPage:
        """Entities that may be two of one name: documents that contradict each other on several things.

        They disagree on two predicates at least, at once or in turn, and say nothing alike. Nothing is split by
        itself. A page may be short, even empty: go on until `cursor` is null.
        """
        return await self._call(SplitProposalPage, "list_split_proposals", limit=limit, cursor=cursor)

    async def list_version_claims(
        self,
        doc_id: UUID | str,
        *,
        version_id: UUID | str,
        how: Sequence[Literal["unchanged", "moved", "reworded", "new", "retracted", "earlier"]] | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> VersionClaims:
        """What a version says, and how each claim came to be in it.

        Carried from the version before it unchanged, moved or reworded; new; or left out: `retracted` of a living
        document, `earlier` of a snapshot, where it still counts.
        """
        return await self._call(
            VersionClaims,
            "list_version_claims",
            doc_id=doc_id,
            version_id=version_id,
            how=how,
            limit=limit,
            cursor=cursor,
        )

    async def lookup_observations(
        self,
        entity_id: UUID | str,
        *,
        property_query: str | None = None,
        k: int = 10,
        time: Mapping[str, Any] | TimeRequest | None = None,
        continuation: str | None = None,
    ) -> Envelope:
        """The observations of an entity, best supported first; with a property, the nearest in meaning first."""
        return await self._call(
            Envelope,
            "lookup_observations",
            entity_id=entity_id,
            property_query=property_query,
            k=k,
            time=time,
            continuation=continuation,
        )

    async def lookup_relations(
        self,
        *,
        subject_entity_id: UUID | str | None = None,
        predicate: str | None = None,
        object_entity_id: UUID | str | None = None,
        valid_at: datetime | None = None,
        k: int = 50,
        time: Mapping[str, Any] | TimeRequest | None = None,
        continuation: str | None = None,
    ) -> Envelope:
        """The relations that fit a pattern, best supported first, then the longest held.

        Everything given must fit. `valid_at` is short for a `time` of mode `at`.
        """
        return await self._call(
            Envelope,
            "lookup_relations",
            subject_entity_id=subject_entity_id,
            predicate=predicate,
            object_entity_id=object_entity_id,
            valid_at=valid_at,
            k=k,
            time=time,
            continuation=continuation,
        )

    async def merge_entities(
        self, survivor_id: UUID | str, *, absorbed_id: UUID | str, reason: str
    ) -> Regrouped:
        """Make two entities one: what is known of both is folded anew as known of one.

        Facts that say the same become one, facts that cannot both be so contradict. `split_entity` with the
        event takes it back, and gives every fact its id back.
        """
        return await self._call(
            Regrouped, "merge_entities", survivor_id=survivor_id, absorbed_id=absorbed_id, reason=reason
        )

    async def model_usage(self, *, since: datetime | None = None) -> ModelUsage:
        """What reading by language models has cost: calls, tokens, dollars and time, by model and outcome.

        Of the documents that the caller sees. A reply that was used again was not called for, and is not counted.
        """
        return await self._call(ModelUsage, "model_usage", since=since)

    async def pipeline_readiness(
        self, version_ids: Sequence[UUID | str], *, require: ReadinessRequirements
    ) -> PipelineReadinessReport:
        """How far each version is, stage by stage, and whether what the caller requires is ready. Never waits.

        A stage that `failed` is retried; one that is `dead_letter` is not. A version that is not known has
        every stage `missing`.
        """
        return await self._call(
            PipelineReadinessReport, "pipeline_readiness", version_ids=version_ids, require=require
        )

    async def preview_version(
        self,
        source: bytes | Path | str | None = None,
        *,
        content: bytes | None = None,
        filename: str | None = None,
        mime: str | None = None,
        source_kind: str | None = None,
        source_ref: str | None = None,
        source_modified_at: datetime | None = None,
        versioning_mode: Literal["snapshot", "living"] = "snapshot",
        limit: int = 50,
        cursor: str | None = None,
    ) -> VersionPreview:
        """What a file or bytes would change if they were ingested, with nothing written; as `ingest` takes them.

        Which claims would be carried and how, which are new and which would be retracted; which facts would end
        or lose a supporter. `cursor` leads on to the next page, with the same bytes.
        """
        return await self._do(
            calls.preview_version(
                self._transport,
                source,
                content,
                dict(
                    filename=filename,
                    mime=mime,
                    source_kind=source_kind,
                    source_ref=source_ref,
                    source_modified_at=source_modified_at,
                    versioning_mode=versioning_mode,
                    limit=limit,
                    cursor=cursor,
                ),
            )
        )

    async def remove_alias(self, entity_id: UUID | str, *, name: str, reason: str) -> AliasDecided:
        """Let a name no longer mean an entity, for readers and for what is ingested from now on.

        What was said under the name stays with the entity; `split_entity` gives it to somebody else.
        """
        return await self._call(AliasDecided, "remove_alias", entity_id=entity_id, name=name, reason=reason)

    async def resolve(self, name: str, *, context_entity_ids: Sequence[UUID | str] = ()) -> Envelope:
        """Everybody and everything that a name may mean, first who has most relations to the context.

        The context only orders: `context_hits` counts the current relations. Several candidates mean that the
        name is ambiguous all the same.
        """
        return await self._call(Envelope, "resolve", name=name, context_entity_ids=context_entity_ids)

    async def resolve_entity(self, name: str) -> Envelope:
        """Everybody and everything that a name may mean.

        Several candidates mean that the name is ambiguous: ask, or tell them apart by what is known of each.
        """
        return await self._call(Envelope, "resolve_entity", name=name)

    async def restore(self, retraction_id: UUID | str, *, reason: str) -> RetractionDecided:
        """Take a retraction back: what is still said is held again, under the same ids."""
        return await self._call(RetractionDecided, "restore", retraction_id=retraction_id, reason=reason)

    async def retract(
        self, reason: str, *, fact_id: UUID | str | None = None, claim_id: UUID | str | None = None
    ) -> RetractionDecided:
        """Take back a fact that is not so, or a claim that does not say what was read in it.

        A retracted fact stays closed however often it is said again, by whomever; what it had ended goes on. A
        retracted claim is not heard from its document, in no version of it. Reads of earlier beliefs still show
        both. `restore` takes it back.
        """
        return await self._call(
            RetractionDecided, "retract", reason=reason, fact_id=fact_id, claim_id=claim_id
        )

    async def retry_dead_letter(self, job_id: UUID | str) -> Retried:
        """Try a dead letter again, with a new set of attempts, from the stage where it failed."""
        return await self._call(Retried, "retry_dead_letter", job_id=job_id)

    async def run_operation(
        self, *, name: str, arguments: Mapping[str, Any] | None = None
    ) -> Envelope | ContextBundleV2:
        """Run any operation by its name; see `list_operations` for names and arguments."""
        return await self._do(calls.run_operation(self._transport, name=name, arguments=arguments))

    async def search_chunks(
        self,
        query: str,
        *,
        k: int = 10,
        channel: Literal["semantic", "bm25"] = "semantic",
        continuation: str | None = None,
    ) -> Envelope:
        """The passages that one channel finds, best first, with the channel's own score of each.

        A passage is the raw text of a source; what it says was not read for this.
        """
        return await self._call(
            Envelope, "search_chunks", query=query, k=k, channel=channel, continuation=continuation
        )

    async def search_claims(
        self,
        query: str,
        *,
        k: int = 10,
        channel: Literal["semantic", "bm25"] = "semantic",
        continuation: str | None = None,
    ) -> Envelope:
        """The claims that one channel finds, best first, with the channel's own score of each.

        Nothing is left out for being far from the query: the score says how near it is. For what answers a
        question use `claims_and_sources_context`.
        """
        return await self._call(
            Envelope, "search_claims", query=query, k=k, channel=channel, continuation=continuation
        )

    async def show_contradiction(
        self,
        group_id: UUID | str,
        *,
        limit: int = 25,
        time: Mapping[str, Any] | TimeRequest | None = None,
        continuation: str | None = None,
    ) -> Envelope:
        """The sides of one contradiction, best supported first, each with claims for and against it.

        Takes the continuation of a fact's `contradiction`, too, with the `time` of the read that gave it.
        """
        return await self._call(
            Envelope,
            "show_contradiction",
            group_id=group_id,
            limit=limit,
            time=time,
            continuation=continuation,
        )

    async def show_document(self, doc_id: UUID | str) -> DocumentDetail:
        """One document over its whole life: its source, what it taught, and what became of each version."""
        return await self._call(DocumentDetail, "show_document", doc_id=doc_id)

    async def show_entity(self, entity_id: UUID | str) -> EntityDetail:
        """One entity: its names, how much is known of it, and who was merged into it.

        An entity that was merged into another is shown as that one: compare `entity_id` with the one asked for.
        """
        return await self._call(EntityDetail, "show_entity", entity_id=entity_id)

    async def split_entity(
        self,
        reason: str,
        *,
        event_id: UUID | str | None = None,
        entity_id: UUID | str | None = None,
        doc_ids: Sequence[UUID | str] | None = None,
        mention_ids: Sequence[UUID | str] | None = None,
    ) -> Regrouped:
        """Make one entity two: take back a merge by its event, or give a part of an entity to somebody new.

        Give either `event_id`, or `entity_id` with `doc_ids` or `mention_ids`. Whatever a claim says of the
        entity moves with any of its mentions. `merge_entities` takes it back.
        """
        return await self._call(
            Regrouped,
            "split_entity",
            reason=reason,
            event_id=event_id,
            entity_id=entity_id,
            doc_ids=doc_ids,
            mention_ids=mention_ids,
        )

    async def status(self) -> MemoryStatus:
        """How much the memory holds, and how much it still has to do.

        `waiting` and `running` documents may not be in answers yet; a parked one needs a converter that is
        missing here, and a dead letter is not tried any more.
        """
        return await self._call(
            MemoryStatus,
            "status",
        )

    async def timeline(
        self,
        entity_id: UUID | str,
        *,
        predicate: str | None = None,
        time: Mapping[str, Any] | TimeRequest | None = None,
        evidence_per_fact: int = 1,
        limit: int = 50,
        continuation: str | None = None,
    ) -> Envelope:
        """The facts of an entity in the order of the world, ended or not, those to come included.

        Each stands where it began, or ended if nothing says when it began; undated ones come last, in the order
        in which they were said. Pages go on as believed when the first one was read.
        """
        return await self._call(
            Envelope,
            "timeline",
            entity_id=entity_id,
            predicate=predicate,
            time=time,
            evidence_per_fact=evidence_per_fact,
            limit=limit,
            continuation=continuation,
        )

    async def transcript_observation(
        self, observation_id: UUID | str, *, continuation: str | None = None
    ) -> Envelope:
        """The decisions that made an observation what it is: the 40 latest, oldest first.

        A continuation gives those before them.
        """
        return await self._call(
            Envelope, "transcript_observation", observation_id=observation_id, continuation=continuation
        )

    async def transcript_relation(
        self, relation_id: UUID | str, *, continuation: str | None = None
    ) -> Envelope:
        """The decisions that made a relation what it is: the 40 latest, oldest first.

        A continuation gives those before them.
        """
        return await self._call(
            Envelope, "transcript_relation", relation_id=relation_id, continuation=continuation
        )

    async def trust_source(
        self,
        source_kind: str,
        *,
        source_ref: str | None = None,
        trust: Literal["verified", "asserted", "unverified"],
        reason: str,
    ) -> TrustDecided:
        """Say how far the sources of a kind, or one of them, are trusted in the scope that is written to.

        What is said with less trust ends and dates nothing that is said with more: it supports, or contradicts.
        Holds for what is in memory, which is folded anew, and for what comes. Deciding again replaces it.
        """
        return await self._call(
            TrustDecided,
            "trust_source",
            source_kind=source_kind,
            source_ref=source_ref,
            trust=trust,
            reason=reason,
        )

    async def wait_for_readiness(
        self,
        version_ids: Sequence[UUID | str],
        *,
        timeout: float = 1800.0,
        poll_interval: float | None = None,
        require_p3: bool = False,
    ) -> PipelineReadinessReport:
        """The report, once every version is ready.

        Without `poll_interval` (seconds) it asks often at first and ever more seldom. Raises `NotFound` for a
        version that the memory does not know, `PipelineDeadLettered` where a stage has used its attempts,
        `Unsupported` where nothing converts a version, and `TimeoutError` after `timeout` seconds.
        """
        return await self._do(
            calls.wait_for_readiness(
                self._transport,
                version_ids,
                timeout=timeout,
                poll_interval=poll_interval,
                require_p3=require_p3,
            )
        )

    async def whoami(self) -> Whoami:
        """Who the memory takes the caller for, and what they may do in it."""
        return await self._call(
            Whoami,
            "whoami",
        )
