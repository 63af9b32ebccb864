"""Judge: where rules find a contradiction of words that may mean the same, a language model is asked.

What it says is kept as a ruling, and the fold of the slot is made anew with it. Without a model, or while
it gives no answer, the contradiction stays, with every side.
"""

import asyncio
import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from remember import observe
from remember.context import Context
from remember.domain.documents import StageStatus
from remember.domain.facts import Outcome
from remember.domain.retracting import Retracted, fold_standing
from remember.domain.ruling import VERDICT_SCHEMA, Ruling, open_questions, read_verdict
from remember.domain.vocabulary import is_exclusive
from remember.ingest.adjudicate import refold
from remember.ingest.asking import Asker, ModelFailed, Question, ask
from remember.ingest.hearing import hear, with_moves
from remember.ingest.slots import slots_of_version
from remember.ingest.stages import JUDGED
from remember.providers.prompting import prompt
from remember.providers.protocols import ReadingModel
from remember.store import jobs, rulings, stages
from remember.store.assertions import HeardAssertion, Slot
from remember.store.jobs import Lease

_BATCH = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class _Open:
    """Two values of a slot that contradict each other, each with a claim that states it."""

    slot: Slot
    one: HeardAssertion
    other: HeardAssertion


async def judge(context: Context, lease: Lease, scope_id: UUID) -> None:
    """Rule about the contradictions that this version's claims are part of; then its facts are done."""
    model = context.providers.extract
    if model is not None:
        await _judge(context, lease, scope_id, model)
    async with context.database.write() as tx:
        await jobs.hold(tx, lease)
        await stages.set(tx, lease.tenant_id, lease.version_id, JUDGED, StageStatus.SUCCEEDED)


async def _judge(context: Context, lease: Lease, scope_id: UUID, model: ReadingModel) -> None:
    async for slots in slots_of_version(context, lease):
        exclusive = [slot for slot in slots if is_exclusive(slot.predicate)]
        for start in range(0, len(exclusive), _BATCH):
            found = await _open(context, exclusive[start : start + _BATCH])
            if found:
                await _rule(context, lease, scope_id, model, found)


async def _open(context: Context, slots: Sequence[Slot]) -> list[_Open]:
    async with context.database.read() as tx:
        heard = await hear(tx, context.tenant_id, await with_moves(tx, context.tenant_id, slots))
    heard_in: defaultdict[UUID, list[HeardAssertion]] = defaultdict(list)
    for row in heard.assertions:
        heard_in[row.slot_key].append(row)
    found = []
    for slot in slots:
        rows = {(row.claim_id, row.ordinal): row for row in heard_in[slot.slot_key]}
        taken_back = heard.retracted.get(slot.slot_key, Retracted())
        folded = fold_standing((row.testimony() for row in rows.values()), taken_back, exclusive=True)
        for one, other in open_questions(folded.facts, heard.rulings.get(slot.slot_key, ())):
            sides = (rows[side.claim_id, side.ordinal] for side in (one, other))
            found.append(_Open(slot=slot, one=next(sides), other=next(sides)))
    return found


async def _rule(
    context: Context, lease: Lease, scope_id: UUID, model: ReadingModel, found: Sequence[_Open]
) -> None:
    asker = Asker(doc_id=lease.doc_id, version_id=lease.version_id)
    outcomes = await asyncio.gather(
        *(_verdict(context, asker, model, one) for one in found), return_exceptions=True
    )
    made: list[tuple[UUID, Ruling]] = []
    failed: BaseException | None = None
    for question, outcome in zip(found, outcomes, strict=True):
        if isinstance(outcome, BaseException):
            failed = failed or outcome
        elif outcome is not None:
            values = {"one_value": question.one.value_key, "other_value": question.other.value_key}
            made.append((question.slot.slot_key, Ruling(**values, are_same=outcome)))
    if made:
        await _save(context, lease, scope_id, found, made, judged_by=model.model_id)
    if failed is not None:
        raise failed


async def _save(
    context: Context,
    lease: Lease,
    scope_id: UUID,
    found: Sequence[_Open],
    made: Sequence[tuple[UUID, Ruling]],
    *,
    judged_by: str,
) -> None:
    slots = {question.slot.slot_key: question.slot for question in found}
    same = [slots[slot_key] for slot_key, ruling in made if ruling.are_same]
    async with context.database.write() as tx:
        await jobs.hold(tx, lease)
        await rulings.add(tx, lease.tenant_id, lease.doc_id, made, judged_by=judged_by)
        await refold(
            tx,
            context,
            scope_id,
            list(dict.fromkeys(same)),
            cause="ruling",
            caused_by=lease.version_id,
            lost_support=Outcome.MERGED,
        )


async def _verdict(context: Context, asker: Asker, model: ReadingModel, found: _Open) -> bool | None:
    """Whether the two say the same; None where the model gives no answer, and the settings let that be."""
    shown = {
        "predicate": found.slot.predicate,
        "one": found.one.claim_text,
        "other": found.other.claim_text,
    }
    question = Question(
        purpose="judge",
        system=prompt("judge"),
        user=json.dumps(shown, ensure_ascii=False),
        repair=prompt("repair"),
        schema=VERDICT_SCHEMA,
    )
    try:
        return await ask(context, asker, model, question, read_verdict)
    except ModelFailed as failed:
        if not context.settings.model_fallback:
            raise
        observe.log("contradiction_left_open", level="warning", version_id=asker.version_id, error=failed)
        return None
