"""Deleting one version: what only it said ends, what it had ended comes back, and nothing else moves."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest

from remember.context import Context
from remember.domain.documents import IngestRequest, VersioningMode
from remember.errors import Interrupted, NotFound, Unavailable
from remember.ingest.delete import delete, delete_version
from remember.ingest.receive import receive
from remember.ingest.version import Progress, process
from remember.wire import IngestedVersion, VersionDeletion
from tests.scripted import ScriptedProviders
from tests.working import lease_next, rows, work_off

_NOTE = IngestRequest(filename="rota.md", mime="text/markdown", source_kind="notes", source_ref="rota.md")
_LIVING = replace(_NOTE, versioning_mode=VersioningMode.LIVING)
_OTHER = replace(_NOTE, filename="status.md", source_ref="status.md")

_FIRST = "# Gate\n\nMira opens the gate at six.\n\n# Well\n\nTomas checks the well.\n"
_SECOND = "# Gate\n\nMira opens the gate at seven.\n\n# Well\n\nTomas checks the well.\n"
_SIX, _SEVEN, _TOMAS = (
    "Mira opens the gate at six.",
    "Mira opens the gate at seven.",
    "Tomas checks the well.",
)


async def test_what_only_the_version_said_ends_and_what_another_says_too_stays(context: Context) -> None:
    first, second = await _two(context, _NOTE)
    ended = await delete_version(context, second.doc_id, second.version_id)
    assert ended == VersionDeletion(
        doc_id=second.doc_id,
        version_id=second.version_id,
        deleted_at=ended.deleted_at,
        document_deleted=False,
        serving_version_id=first.version_id,
        claims_retired=1,
        claims_restored=0,
        relations_closed=ended.relations_closed,
        observations_closed=1 - ended.relations_closed,
        relations_restored=0,
        observations_restored=0,
        supports_withdrawn=0,
    )
    assert await _current(context) == [_SIX, _TOMAS]
    assert await _held(context) == [_SIX, _TOMAS]
    assert await rows(
        context,
        "select claim_text, ended from claims join claim_currency using (claim_id) where not is_current",
    ) == [(_SEVEN, "version_deleted")]
    assert await _outcomes(context, "retracted_source_removal") == [_SEVEN]


async def test_the_oldest_version_of_a_snapshot_can_go_while_the_others_stay(context: Context) -> None:
    first, second = await _two(context, _NOTE)
    ended = await delete_version(context, first.doc_id, first.version_id)
    assert (ended.claims_retired, ended.claims_restored) == (1, 0)
    assert ended.serving_version_id == second.version_id
    assert await _current(context) == [_SEVEN, _TOMAS]
    assert await rows(context, "select version_no, status from versions order by 1") == [
        (1, "deleted"),
        (2, "ready"),
    ]


async def test_in_a_living_document_the_version_before_the_newest_speaks_again(context: Context) -> None:
    first, second = await _two(context, _LIVING)
    facts = await _facts(context)
    ended = await delete_version(context, second.doc_id, second.version_id)
    assert (ended.claims_retired, ended.claims_restored) == (1, 1)
    assert ended.relations_closed + ended.observations_closed == 1
    assert ended.relations_restored + ended.observations_restored == 1
    assert await _current(context) == [_SIX, _TOMAS]
    assert await _held(context) == [_SIX, _TOMAS]
    assert await _outcomes(context, "restored") == [_SIX]
    assert await _facts(context) == facts
    assert await rows(
        context,
        "select began, ended from claims join claim_currency using (claim_id) where claim_text like '%six%'"
        " order by during",
    ) == [("extracted", "version_superseded"), ("restored", None)]
    assert await _searched(context) == [(first.version_id,)]


async def test_what_came_back_and_what_ended_did_so_at_one_belief_time(context: Context) -> None:
    _, second = await _two(context, _LIVING)
    await delete_version(context, second.doc_id, second.version_id)
    turned = await rows(
        context,
        "select lower(during) from claim_currency where began = 'restored'"
        " union all select upper(during) from claim_currency where ended = 'version_deleted'"
        " union all select lower(believed) from fact_revisions where revision_no = 2"
        " union all select upper(believed) from fact_revisions join facts using (fact_id)"
        " where label like '%seven%'"
        " union all select decided_at from adjudications where outcome = 'restored'",
    )
    assert (len(turned), len(set(turned))) == (5, 1)


async def test_an_older_version_of_a_living_document_goes_without_a_trace_in_what_is_held(
    context: Context,
) -> None:
    first, second = await _two(context, _LIVING)
    before = await rows(context, "select fact_id, revision_no, evidence_count from facts order by 1")
    ended = await delete_version(context, first.doc_id, first.version_id)
    assert (ended.claims_retired, ended.claims_restored, ended.supports_withdrawn) == (0, 0, 0)
    assert await rows(context, "select fact_id, revision_no, evidence_count from facts order by 1") == before
    assert await _searched(context) == [(second.version_id,)]


async def test_deleting_back_through_a_living_document_restores_each_version_in_turn(
    context: Context,
) -> None:
    first, second = await _two(context, _LIVING)
    third = await receive(context, _LIVING, b"Rope hangs in the shed.")
    await work_off(context)
    await delete_version(context, third.doc_id, third.version_id)
    assert await _current(context) == [_SEVEN, _TOMAS]
    await delete_version(context, second.doc_id, second.version_id)
    assert await _current(context) == [_SIX, _TOMAS]
    last = await delete_version(context, first.doc_id, first.version_id)
    assert (last.document_deleted, last.serving_version_id, last.claims_retired) == (True, None, 2)
    assert await rows(context, "select deleted_at is not null from documents") == [(True,)]
    assert (await _current(context), await _held(context)) == ([], [])


async def test_what_somebody_else_supports_too_only_loses_a_supporter(context: Context) -> None:
    _first, second = await _two(context, _LIVING)
    await receive(context, _OTHER, f"{_SEVEN} {_TOMAS}".encode())
    await work_off(context)
    counts = "select label, evidence_count from facts where invalidated_at is null order by 1"
    assert await rows(context, counts) == [(_SEVEN, 2), (_TOMAS, 2)]
    ended = await delete_version(context, second.doc_id, second.version_id)
    assert (ended.relations_closed, ended.observations_closed, ended.supports_withdrawn) == (0, 0, 1)
    assert dict(await rows(context, counts))[_SEVEN] == 1
    assert dict(await rows(context, counts))[_TOMAS] == 2


async def test_a_fact_that_somebody_made_anew_meanwhile_takes_the_restored_claim(context: Context) -> None:
    _, second = await _two(context, _LIVING)
    await receive(context, _OTHER, _SIX.encode())
    await work_off(context)
    held = f"select fact_id from facts where invalidated_at is null and label = '{_SIX}'"
    before = await rows(context, held)
    ended = await delete_version(context, second.doc_id, second.version_id)
    assert (ended.claims_restored, ended.relations_restored, ended.observations_restored) == (1, 0, 0)
    assert await rows(context, held) == before
    assert await rows(context, held.replace("fact_id", "evidence_count")) == [(2,)]


async def test_a_second_deletion_an_unknown_version_and_one_of_another_document_are_not_found(
    context: Context,
) -> None:
    first, second = await _two(context, _NOTE)
    other = await receive(context, _OTHER, _SIX.encode())
    await delete_version(context, second.doc_id, second.version_id)
    for version_id in (second.version_id, other.version_id, uuid4()):
        with pytest.raises(NotFound) as refused:
            await delete_version(context, first.doc_id, version_id)
        assert refused.value.code == "version_not_found"
    for hidden in (context, replace(context, scope_ids=(uuid4(),))):
        doc_id = uuid4() if hidden is context else first.doc_id
        with pytest.raises(NotFound) as refused:
            await delete_version(hidden, doc_id, first.version_id)
        assert refused.value.code == "document_not_found"


async def test_the_bytes_of_the_version_that_answers_again_are_nothing_new(context: Context) -> None:
    first, second = await _two(context, _NOTE)
    await delete_version(context, second.doc_id, second.version_id)
    again = await receive(context, _NOTE, _FIRST.encode())
    assert (again.version_id, again.created) == (first.version_id, False)
    back = await receive(context, _NOTE, _SECOND.encode())
    await work_off(context)
    assert back.created
    assert await rows(context, "select max(version_no) from versions") == [(3,)]
    assert await _current(context) == [_SEVEN, _SIX, _TOMAS]


@pytest.mark.parametrize("request_", [_NOTE, _LIVING], ids=["snapshot", "living"])
@pytest.mark.parametrize("asked", ["embed", "parse"])
async def test_a_version_that_is_being_processed_publishes_nothing_after_its_deletion(
    context: Context, models: ScriptedProviders, asked: str, request_: IngestRequest
) -> None:
    first = await _told(context, request_, _FIRST)
    second = await receive(context, request_, _SECOND.encode())
    with pytest.raises(Interrupted, match="was deleted"):
        await _process_and_delete(context, models, asked, second.doc_id, second.version_id)
    assert await _current(context) == [_SIX, _TOMAS]
    assert await _held(context) == [_SIX, _TOMAS]
    assert await _searched(context) == [(first.version_id,)]
    assert await rows(context, "select distinct state from jobs") == [("done",)]


@pytest.mark.parametrize("request_", [_NOTE, _LIVING], ids=["snapshot", "living"])
@pytest.mark.parametrize("asked", ["embed", "parse"])
async def test_a_version_that_is_being_processed_loses_nothing_when_the_one_before_is_deleted(
    context: Context, models: ScriptedProviders, asked: str, request_: IngestRequest
) -> None:
    first = await _told(context, request_, _FIRST)
    second = await receive(context, request_, _SECOND.encode())
    await _process_and_delete(context, models, asked, first.doc_id, first.version_id)
    assert await _current(context) == [_SEVEN, _TOMAS]
    assert await _held(context) == [_SEVEN, _TOMAS]
    assert await _searched(context) == [(second.version_id,)]
    assert await rows(context, "select count(*) from chunks where serving") == [(2,)]


async def test_a_deletion_is_done_also_where_the_embedder_does_not_answer(
    context: Context, models: ScriptedProviders
) -> None:
    await _told(context, _OTHER, "Ines has worked for Corvo since 5 January 2024.")
    for text in ("Ines worked for Duna from 1 March 2024 to 31 May 2024.", "Rope hangs in the shed."):
        page = await _told(context, _LIVING, text)
    models.embed.failures.append(Unavailable("the embedder does not answer"))
    ended = await delete_version(context, page.doc_id, page.version_id)
    assert (ended.claims_restored, models.embed.failures) == (1, [])
    held = "select lower(valid)::date::text, embedding is null from facts where invalidated_at is null"
    assert await rows(context, f"{held} order by 1") == [
        ("2024-01-05", False),
        ("2024-03-01", False),
        ("2024-06-01", True),
    ]


async def test_word_statistics_add_up_after_a_version_went_and_another_answers(context: Context) -> None:
    _, second = await _two(context, _LIVING)
    await delete_version(context, second.doc_id, second.version_id)
    for corpus, of in (
        ("chunks", "chunks where serving"),
        ("claims", "claims where is_current"),
        ("facts", "facts where invalidated_at is null"),
    ):
        sums = f"select sum(rows)::int, sum(words)::int from term_changes where corpus = '{corpus}'"
        assert await rows(context, sums) == await rows(
            context, f"select count(*)::int, sum(word_count)::int from {of}"
        )


async def test_deletions_of_versions_and_of_the_document_at_once_end_in_one_order(context: Context) -> None:
    first, second = await _two(context, _LIVING)
    outcomes = await asyncio.gather(
        delete_version(context, first.doc_id, first.version_id),
        delete_version(context, first.doc_id, second.version_id),
        delete(context, first.doc_id),
        return_exceptions=True,
    )
    assert all(isinstance(one, NotFound) or not isinstance(one, BaseException) for one in outcomes)
    assert await rows(context, "select count(*) from versions where deleted_at is null") == [(0,)]
    assert (await _current(context), await _held(context)) == ([], [])


async def _two(context: Context, request: IngestRequest) -> tuple[IngestedVersion, IngestedVersion]:
    return await _told(context, request, _FIRST), await _told(context, request, _SECOND)


async def _told(context: Context, request: IngestRequest, text: str) -> IngestedVersion:
    received = await receive(context, request, text.encode())
    await work_off(context)
    return received


async def _current(context: Context) -> list[str]:
    found = await rows(context, "select claim_text from claims where is_current order by 1")
    return [text for (text,) in found]


async def _held(context: Context) -> list[str]:
    found = await rows(
        context, "select label from facts where invalidated_at is null and evidence_count > 0 order by 1"
    )
    return [label for (label,) in found]


async def _facts(context: Context) -> list[Any]:
    return await rows(context, "select fact_id from facts order by 1")


async def _outcomes(context: Context, outcome: str) -> list[str]:
    found = await rows(
        context,
        "select label from facts join adjudications using (fact_id)"
        f" where outcome = '{outcome}' and decided_at = (select max(decided_at) from adjudications)",
    )
    return [label for (label,) in found]


async def _searched(context: Context) -> list[Any]:
    return await rows(
        context,
        "select distinct c.version_id from chunks c join documents d on d.serving_version_id = c.version_id"
        " where c.serving",
    )


async def _process_and_delete(
    context: Context, models: ScriptedProviders, asked: str, doc_id: UUID, version_id: UUID
) -> None:
    """Process the waiting job, and delete a version at the first question to a model."""
    lease = await lease_next(context)
    assert lease is not None
    deleting = _Deleting(getattr(models, asked), context, doc_id, version_id)
    await process(replace(context, providers=replace(models.all, **{asked: deleting})), lease, Progress())


class _Deleting:
    """A model before whose first answer a version is deleted."""

    def __init__(self, model: Any, context: Context, doc_id: UUID, version_id: UUID) -> None:
        self._model = model
        self._deletion: tuple[Context, UUID, UUID] | None = (context, doc_id, version_id)
        self.model_id = model.model_id

    async def embed_passages(self, texts: Sequence[str]) -> Any:
        await self._delete()
        return await self._model.embed_passages(texts)

    async def parse(self, texts: Sequence[str]) -> Any:
        await self._delete()
        return await self._model.parse(texts)

    async def _delete(self) -> None:
        deletion, self._deletion = self._deletion, None
        if deletion:
            await delete_version(*deletion)
