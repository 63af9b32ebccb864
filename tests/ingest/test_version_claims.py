"""What is told of a version: how each of its claims was carried, page by page."""

from dataclasses import replace
from uuid import UUID, uuid4

import pytest

from remember.context import Context
from remember.domain.documents import IngestRequest, VersioningMode
from remember.errors import Incorrect, NotFound
from remember.ingest.delete import delete_version
from remember.ingest.receive import receive
from remember.operations.registry import call
from remember.wire import CarryCounts, IngestedVersion, VersionClaims
from tests.working import work_off

_SNAPSHOT = IngestRequest(filename="rota.md", mime="text/markdown", source_kind="notes", source_ref="rota.md")
_LIVING = replace(_SNAPSHOT, versioning_mode=VersioningMode.LIVING)

_FIRST = (
    "# Gate\n\nMira opens the gate at six. The gate is green.\n\n"
    "# Well\n\nTomas checks the well.\n\n"
    "# Shed\n\nThe shed is locked.\n\n"
    "# Barn\n\nRope hangs in the barn.\n"
)
_SECOND = (
    "# Shed\n\nThe shed is locked.\n\n"
    "# Gate\n\nAt 6 Mira opens the gate. The gate is green.\n\n"
    "# Well\n\nTomas checks the well.\n\n"
    "# Kiln\n\nOda fires the kiln.\n"
)


@pytest.mark.parametrize(
    ("request_", "left_out"), [(_LIVING, "retracted"), (_SNAPSHOT, "earlier")], ids=["living", "snapshot"]
)
async def test_each_claim_is_told_with_how_it_was_carried(
    context: Context, request_: IngestRequest, left_out: str
) -> None:
    first = await _told(context, request_, _FIRST)
    second = await _told(context, request_, _SECOND)
    told = await _claims(context, second)
    assert [(claim.how, claim.claim_text, claim.is_current) for claim in told.claims] == [
        ("moved", "The shed is locked.", True),
        ("reworded", "Mira opens the gate at six.", True),
        ("unchanged", "The gate is green.", True),
        ("unchanged", "Tomas checks the well.", True),
        ("new", "Oda fires the kiln.", True),
        (left_out, "Rope hangs in the barn.", left_out == "earlier"),
    ]
    counts = {"unchanged": 2, "moved": 1, "reworded": 1, "new": 1, "retracted": 0, "earlier": 0, left_out: 1}
    assert (told.counts, told.before_id, told.version_no) == (CarryCounts(**counts), first.version_id, 2)


async def test_the_words_and_places_of_both_versions_are_told(context: Context) -> None:
    await _told(context, _LIVING, _FIRST)
    second = await _told(context, _LIVING, _SECOND)
    for claim in (await _claims(context, second)).claims:
        if claim.span is not None:
            assert _SECOND[claim.span.char_start : claim.span.char_end] == claim.source_span
        if claim.span_before is not None:
            said = "Mira opens the gate at six." if claim.how == "reworded" else claim.source_span
            assert _FIRST[claim.span_before.char_start : claim.span_before.char_end] == said


async def test_the_claims_of_a_first_version_are_new(context: Context) -> None:
    first = await _told(context, _LIVING, _FIRST)
    told = await _claims(context, first)
    assert ({claim.how for claim in told.claims}, told.before_id, told.counts.new) == ({"new"}, None, 5)


async def test_a_walk_gives_each_claim_once_and_the_counts_of_all(context: Context) -> None:
    await _told(context, _LIVING, _FIRST)
    second = await _told(context, _LIVING, _SECOND)
    whole = await _claims(context, second)
    pages = [await _claims(context, second, limit=4)]
    pages.append(await _claims(context, second, limit=4, cursor=pages[0].cursor))
    assert [claim for page in pages for claim in page.claims] == list(whole.claims)
    assert [(len(page.claims), page.counts) for page in pages] == [(4, whole.counts), (2, whole.counts)]
    assert pages[1].cursor is None


async def test_only_what_was_carried_in_some_way_is_told_if_asked(context: Context) -> None:
    await _told(context, _LIVING, _FIRST)
    second = await _told(context, _LIVING, _SECOND)
    asked = await _claims(context, second, how=["new", "retracted"])
    assert [claim.how for claim in asked.claims] == ["new", "retracted"]
    assert asked.counts.unchanged == 2
    first_page = await _claims(context, second, how=["new", "retracted"], limit=1)
    with pytest.raises(Incorrect, match="cursor"):
        await _claims(context, second, how=["moved"], cursor=first_page.cursor)


async def test_a_version_that_is_unknown_deleted_or_hidden_is_not_found(context: Context) -> None:
    await _told(context, _LIVING, _FIRST)
    second = await _told(context, _LIVING, _SECOND)
    hidden = replace(context, scope_ids=(uuid4(),))
    with pytest.raises(NotFound):
        await _claims(hidden, second)
    await delete_version(context, second.doc_id, second.version_id)
    for doc_id, version_id in ((second.doc_id, second.version_id), (uuid4(), second.version_id)):
        with pytest.raises(NotFound) as refused:
            await _call(context, doc_id, version_id)
        assert refused.value.code == "version_not_found"


async def _told(context: Context, request: IngestRequest, text: str) -> IngestedVersion:
    received = await receive(context, request, text.encode())
    await work_off(context)
    return received


async def _claims(context: Context, version: IngestedVersion, **asked: object) -> VersionClaims:
    return await _call(context, version.doc_id, version.version_id, **asked)


async def _call(context: Context, doc_id: UUID, version_id: UUID, **asked: object) -> VersionClaims:
    found = await call(
        context, "list_version_claims", {"doc_id": str(doc_id), "version_id": str(version_id)} | asked
    )
    assert isinstance(found, VersionClaims)
    return found
