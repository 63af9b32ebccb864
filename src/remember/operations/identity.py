"""Identity: decide who is who. Every decision is kept with who made it and why, and can be taken back."""

from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field

from remember.context import Context
from remember.ingest import aliases, exclusions
from remember.ingest import merge as merging
from remember.ingest import split as splitting
from remember.ingest.merge import Decided
from remember.operations.parameters import Reason
from remember.operations.registry import invalid_parameter, operation, unique
from remember.wire import AliasDecided, PairDecided, Regrouped, SplitDecided

Name = Annotated[str, Field(min_length=1, max_length=500, description="The name, as it is written")]
Some = Annotated[tuple[UUID, ...], Field(min_length=1, max_length=1000), AfterValidator(unique)]

Several = Annotated[tuple[UUID, ...], Field(min_length=2, max_length=1000), AfterValidator(unique)]


@operation("merge_entities", reads=False, route="POST /entities/merge")
async def merge_entities(
    context: Context,
    *,
    survivor_id: Annotated[UUID, Field(description="Who stays")],
    absorbed_id: Annotated[UUID, Field(description="Who answers as the survivor from now on")],
    reason: Reason,
) -> Regrouped:
    """Make two entities one: what is known of both is folded anew as known of one.

    Facts that say the same become one, facts that cannot both be so contradict. `split_entity` with the
    event takes it back, and gives every fact its id back.
    """
    return _regrouped(await merging.merge(context, survivor_id, absorbed_id, reason=reason))


@operation("split_entity", reads=False, route="POST /entities/split")
async def split_entity(
    context: Context,
    *,
    reason: Reason,
    event_id: Annotated[UUID, Field(description="The merge to take back")] | None = None,
    entity_id: Annotated[UUID, Field(description="Whom to take apart, instead")] | None = None,
    doc_ids: Annotated[Some, Field(description="Documents that are about somebody else")] | None = None,
    mention_ids: Annotated[Some, Field(description="Mentions that are of somebody else")] | None = None,
) -> Regrouped:
    """Make one entity two: take back a merge by its event, or give a part of an entity to somebody new.

    Give either `event_id`, or `entity_id` with `doc_ids` or `mention_ids`. Whatever a claim says of the
    entity moves with any of its mentions. `merge_entities` takes it back.
    """
    if event_id is not None and entity_id is None and doc_ids is None and mention_ids is None:
        return _regrouped(await merging.take_back(context, event_id, reason=reason))
    if event_id is not None or entity_id is None:
        raise invalid_parameter("event_id stands alone, or entity_id with doc_ids or mention_ids")
    part = splitting.Part(doc_ids=doc_ids or (), mention_ids=mention_ids or ())
    return _regrouped(await splitting.split_off(context, entity_id, part, reason=reason))


@operation("add_alias", reads=False, route="POST /entities/aliases")
async def add_alias(
    context: Context,
    *,
    entity_id: Annotated[UUID, Field(description="Who goes by the name")],
    name: Name,
    reason: Reason,
) -> AliasDecided:
    """Let an entity go by one more name, for readers and for what is ingested from now on.

    `also_named` tells who else bears it: then the name is ambiguous, and ingest gives it to nobody.
    """
    decided = await aliases.add_alias(context, entity_id, name, reason=reason)
    return _named(entity_id, decided)


@operation("remove_alias", reads=False, route="POST /entities/aliases/remove")
async def remove_alias(
    context: Context,
    *,
    entity_id: Annotated[UUID, Field(description="Who does not go by the name")],
    name: Name,
    reason: Reason,
) -> AliasDecided:
    """Let a name no longer mean an entity, for readers and for what is ingested from now on.

    What was said under the name stays with the entity; `split_entity` gives it to somebody else.
    """
    decided = await aliases.remove_alias(context, entity_id, name, reason=reason)
    return _named(entity_id, decided)


@operation("exclude_pair", reads=False, route="POST /entity-exclusions")
async def exclude_pair(
    context: Context,
    *,
    one_id: Annotated[UUID, Field(description="One of the two")],
    other_id: Annotated[UUID, Field(description="The other")],
    reason: Reason,
) -> PairDecided:
    """Say that two entities are two: they, and whoever is merged into them, are never proposed as one."""
    event_id = await exclusions.exclude(context, one_id, other_id, reason=reason)
    return PairDecided(event_id=event_id, one_id=one_id, other_id=other_id)


@operation("allow_pair", reads=False, route="POST /entity-exclusions/lift")
async def allow_pair(
    context: Context,
    *,
    one_id: Annotated[UUID, Field(description="One of the two")],
    other_id: Annotated[UUID, Field(description="The other")],
    reason: Reason,
) -> PairDecided:
    """Lift an exclusion, so that the two may be proposed as one and merged again."""
    event_id = await exclusions.allow(context, one_id, other_id, reason=reason)
    return PairDecided(event_id=event_id, one_id=one_id, other_id=other_id)


@operation("exclude_split", reads=False, route="POST /split-exclusions")
async def exclude_split(
    context: Context,
    *,
    entity_id: Annotated[UUID, Field(description="Who is one")],
    doc_ids: Annotated[Several, Field(description="Documents that are about the one, of both parts")],
    reason: Reason,
) -> SplitDecided:
    """Say that documents are about one entity: it is not proposed to be split between them again.

    What other documents say against these is still proposed. `allow_split` takes it back.
    """
    event_id = await exclusions.exclude_split(context, entity_id, doc_ids, reason=reason)
    return SplitDecided(event_id=event_id, entity_id=entity_id)


@operation("allow_split", reads=False, route="POST /split-exclusions/lift")
async def allow_split(
    context: Context,
    *,
    entity_id: Annotated[UUID, Field(description="Who may be two again")],
    reason: Reason,
) -> SplitDecided:
    """Lift whatever was said with `exclude_split` of an entity and of those merged into it."""
    event_id = await exclusions.allow_split(context, entity_id, reason=reason)
    return SplitDecided(event_id=event_id, entity_id=entity_id)


def _regrouped(decided: Decided) -> Regrouped:
    made = decided.regrouping
    return Regrouped(
        event_id=decided.event_id,
        entity_id=decided.entity_id,
        other_id=decided.other_id,
        decided_at=made.at,
        facts_moved=len(made.rekeyed),
        facts_merged=made.refolded.merged,
        facts_reopened=len(made.refolded.reopened),
        facts_added=len(made.refolded.added),
    )


def _named(entity_id: UUID, decided: aliases.Named) -> AliasDecided:
    return AliasDecided(
        event_id=decided.event_id,
        entity_id=entity_id,
        name=decided.name,
        also_named=tuple(decided.also_named),
    )
