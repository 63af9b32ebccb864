"""Who is who: entities with their names, what may be one, and what was decided about them."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from remember.wire.values import Closed, Count, UtcDateTime


class EntityName(Closed):
    """A name that an entity goes by; a document gave it, or a person did."""

    name: str
    given_by: Literal["document", "person"]


class IdentityEvent(Closed):
    """One decision about who is who.

    `entity_id` is the survivor; of a split, whom `other_id` was taken from. `reverse_with` is the
    operation that takes the decision back; None where `reversed_by` did.
    """

    event_id: UUID
    kind: Literal[
        "merge", "split", "add_alias", "remove_alias", "exclude", "allow", "exclude_split", "allow_split"
    ]
    entity_id: UUID
    other_id: UUID | None
    name: str | None
    reason: str
    decided_by_kind: str
    decided_by_ref: str
    decided_at: UtcDateTime
    reversed_by: UUID | None
    reverse_with: str | None


class IdentityEventPage(Closed):
    """Decisions, the latest first."""

    events: tuple[IdentityEvent, ...]
    cursor: str | None


class EntityDetail(Closed):
    """One entity, with all that answer as it. Lists are cut at 100; the counts are whole.

    `kinds` is what documents take it for; several mean that they do not agree.
    """

    entity_id: UUID
    name: str
    kinds: tuple[str, ...]
    names: tuple[EntityName, ...]
    name_count: Count
    merged_ids: tuple[UUID, ...]
    merged_count: Count
    mention_count: Count
    document_count: Count
    fact_count: Count
    first_said_at: UtcDateTime | None
    last_said_at: UtcDateTime | None
    merges: tuple[IdentityEvent, ...]


class MentionDetail(Closed):
    """One place where a claim names an entity, and why the mention is taken to be of that entity."""

    mention_id: UUID
    claim_id: UUID
    doc_id: UUID
    document_title: str | None
    surface: str
    claim_text: str
    method: str
    reason: str
    decided_at: UtcDateTime


class MentionPage(Closed):
    """Where an entity is mentioned, in the order in which that was read."""

    mentions: tuple[MentionDetail, ...]
    cursor: str | None


class NamedEntity(Closed):
    """An entity and what it is called."""

    entity_id: UUID
    name: str


class EntityProposal(Closed):
    """Two entities that may be one: the two names that say so, how alike they are, and why."""

    one: NamedEntity
    other: NamedEntity
    names: tuple[str, str]
    likeness: Literal["same", "possible"]
    reasons: tuple[str, ...]


class EntityProposalPage(Closed):
    """Pairs that may be one. A page may hold fewer than asked for, and still not be the last."""

    proposals: tuple[EntityProposal, ...]
    cursor: str | None


class SplitPart(Closed):
    """Documents that may be about one of two of one name, and what they say against the others."""

    doc_ids: tuple[UUID, ...]
    facts: Annotated[tuple[str, ...], Field(description="Labels of what they say and the others deny")]


class SplitProposal(Closed):
    """An entity that may be two of one name: its documents disagree on these predicates, and agree on none.

    In those that are `in_turn` they do not contradict each other: the later word was taken for a change, but
    what was so before is said again after it, and no document tells of a change.
    `split_entity` with the `doc_ids` of one of the parts makes it so; `exclude_split` with those of both says
    that it is one, and the proposal is gone.
    """

    entity: NamedEntity
    predicates: tuple[str, ...]
    in_turn: tuple[str, ...]
    parts: tuple[SplitPart, SplitPart]


class SplitProposalPage(Closed):
    """Entities that may be two. A page may hold fewer than asked for, and still not be the last."""

    proposals: tuple[SplitProposal, ...]
    cursor: str | None


class Exclusion(Closed):
    """A pair that is never proposed: a person said that they are two, or took them apart."""

    one: NamedEntity
    other: NamedEntity
    because: Literal["excluded", "split"]
    reason: str
    event_id: UUID
    decided_at: UtcDateTime


class ExclusionPage(Closed):
    """Excluded pairs."""

    exclusions: tuple[Exclusion, ...]
    cursor: str | None


class Regrouped(Closed):
    """What a merge or split did.

    After a merge `other_id` answers as `entity_id`; after a split it is somebody of its own. `moved` facts
    kept their ids under another entity, `merged` ones became one with another, `reopened` ones came back.
    """

    event_id: UUID
    entity_id: UUID
    other_id: UUID
    decided_at: UtcDateTime
    facts_moved: Count
    facts_merged: Count
    facts_reopened: Count
    facts_added: Count


class AliasDecided(Closed):
    """A name was given or taken away; where others bear it too, it is ambiguous."""

    event_id: UUID
    entity_id: UUID
    name: str
    also_named: tuple[UUID, ...]


class PairDecided(Closed):
    """A pair was excluded or allowed."""

    event_id: UUID
    one_id: UUID
    other_id: UUID


class SplitDecided(Closed):
    """Documents were said to be about one entity, or that was lifted."""

    event_id: UUID
    entity_id: UUID


class CandidateContext(Closed):
    """What tells one candidate of an ambiguous name from the others: what is known of it, and from where."""

    entity_id: UUID
    kinds: tuple[str, ...]
    names: tuple[str, ...]
    facts: Annotated[tuple[str, ...], Field(description="Labels of its best supported facts")]
    documents: Annotated[tuple[str, ...], Field(description="Titles of documents that mention it")]
    mention_count: Count
    document_count: Count
    fact_ids: Annotated[
        tuple[UUID, ...], Field(description="Which facts of the envelope are about it, in their order")
    ] = ()
