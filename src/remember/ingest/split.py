"""Take an entity apart: some of its mentions, and what is asserted with them, become somebody else's."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from remember.context import Context
from remember.errors import Conflict, Incorrect, NotFound
from remember.ingest.deciding import Split, keep_split, lock_groups, require_writable
from remember.ingest.label import label_facts
from remember.ingest.merge import Decided
from remember.ingest.regroup import Decision, regroup
from remember.store import aliases, entities, facts, keys, mentions
from remember.store.aliases import Alias
from remember.store.database import Transaction
from remember.store.mentions import Move, NamedMention


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What is split off: the mentions in whole documents, and single ones.

    All that a claim says of an entity moves with any of its mentions.
    """

    doc_ids: Collection[UUID] = ()
    mention_ids: Collection[UUID] = ()


async def split_off(context: Context, entity_id: UUID, part: Part, *, reason: str) -> Decided:
    """Make somebody new of a part of an entity. A fact of which all testimony goes keeps its id.

    Raises `Incorrect` (`nothing_named`), `NotFound` (`entity_not_found`, `mention_not_found`), `Conflict`
    (`entity_merged`, `nothing_left`) and `Forbidden`.
    """
    split = Split(event_id=context.new_id(), from_id=entity_id, split_id=context.new_id())
    async with context.database.write() as tx:
        members = (await lock_groups(tx, context, [entity_id]))[entity_id]
        moving = await _moving(tx, context, entity_id, members, part)
        await _make_known(tx, context, split.split_id, members, moving)
        mention_ids = [mention.mention_id for mention in moving]
        await mentions.give(tx, context.tenant_id, mention_ids, split.split_id, reason)
        await aliases.drop_unused(tx, context.tenant_id, members)
        await aliases.crown(tx, context.tenant_id, members)
        claim_ids = sorted({mention.claim_id for mention in moving})
        concerned = await keys.assertions_of(tx, context.tenant_id, claim_ids, members)
        decision = Decision(event_id=split.event_id, cause="split")
        made = await regroup(
            tx, context, concerned, lambda ends: ends.given_to(split.split_id, members), decision
        )
        await _reach(tx, context, claim_ids, members)
        await keep_split(tx, context, split, reason=reason, at=made.at)
        await mentions.add_moves(tx, context.tenant_id, (_move(split, mention) for mention in moving))
    await label_facts(context, made.refolded.added)
    return Decided(event_id=split.event_id, entity_id=entity_id, other_id=split.split_id, regrouping=made)


def _move(split: Split, mention: NamedMention) -> Move:
    return Move(
        event_id=split.event_id,
        mention_id=mention.mention_id,
        from_entity_id=mention.entity_id,
        to_entity_id=split.split_id,
    )


async def _moving(
    tx: Transaction, context: Context, entity_id: UUID, members: Collection[UUID], part: Part
) -> list[NamedMention]:
    """The mentions that move; some must, and some must stay."""
    if not part.doc_ids and not part.mention_ids:
        raise Incorrect(
            "neither documents nor mentions are named",
            code="nothing_named",
            hint="name the documents or the mentions that are about somebody else",
        )
    moving = await mentions.in_claims_of(
        tx, context.reader, members, doc_ids=part.doc_ids, mention_ids=part.mention_ids
    )
    missing = set(part.doc_ids) - {mention.doc_id for mention in moving}
    missing |= set(part.mention_ids) - {mention.mention_id for mention in moving}
    if missing:
        raise NotFound(
            f"{min(missing)} is neither a mention of {entity_id} nor a document that mentions it",
            code="mention_not_found",
            hint="list_mentions shows where an entity is mentioned",
            data={"entity_id": str(entity_id), "missing": sorted(str(one) for one in missing)},
        )
    require_writable(context, {mention.scope_id for mention in moving})
    ids = [mention.mention_id for mention in moving]
    if not await mentions.is_named_beside(tx, context.tenant_id, members, ids):
        raise Conflict(
            f"every mention of {entity_id} would move",
            code="nothing_left",
            hint="leave the mentions that are about the one who stays",
            data={"entity_id": str(entity_id)},
        )
    return moving


async def _make_known(
    tx: Transaction,
    context: Context,
    new_id: UUID,
    members: Collection[UUID],
    moving: Sequence[NamedMention],
) -> None:
    """Somebody new, by the names that the moving mentions use; the most used one is what they are called."""
    written = {
        (alias.scope_id, alias.folded): alias.alias_text
        for alias in await aliases.of_entities(tx, context.reader, members)
    }
    used = Counter((mention.scope_id, mention.folded) for mention in moving)
    surfaces = {(mention.scope_id, mention.folded): mention.surface for mention in reversed(moving)}
    kinds = Counter(mention.kind for mention in moving if mention.kind is not None)
    named = [
        Alias(
            alias_id=context.new_id(),
            entity_id=new_id,
            scope_id=scope_id,
            alias_text=written.get((scope_id, key), surfaces[(scope_id, key)]),
            folded=key,
            provenance="source",
        )
        for (scope_id, key), _ in used.most_common()
    ]
    first, *others = named
    called = entities.NewEntity(
        entity_id=new_id,
        alias_id=first.alias_id,
        scope_id=first.scope_id,
        kind=max(kinds, key=lambda kind: (kinds[kind], kind), default=None),
        alias_text=first.alias_text,
        folded=first.folded,
    )
    await entities.add(tx, context.tenant_id, [called])
    await aliases.add(tx, context.tenant_id, others)


async def _reach(
    tx: Transaction, context: Context, claim_ids: Sequence[UUID], members: Collection[UUID]
) -> None:
    """Facts that the claims speak for, whatever they are about, are reached from whom these mention now."""
    told = await keys.facts_of_claims(tx, context.tenant_id, claim_ids)
    await facts.reach(tx, context.tenant_id, ends=(), mentions=told)
    await keys.unreach(tx, context.tenant_id, told, members)
