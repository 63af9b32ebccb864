"""What a new version would do is told before it does it, and telling it changes nothing."""

from typing import Any

import pytest

from remember.errors import Incorrect, NotFound, Unsupported
from remember.wire import VersionPreview
from tests.scripted import ScriptedProviders
from tests.stories.telling import Told
from tests.working import rows

_FIRST = (
    "# Gate\n\nMira opens the gate at six. The gate is green.\n\n"
    "# Well\n\nTomas checks the well.\n\n"
    "# Barn\n\nRope hangs in the barn. Lena is head of audit at Corvo.\n"
)
_SECOND = (
    "# Well\n\nTomas checks the well.\n\n"
    "# Gate\n\nAt 6 Mira opens the gate. The gate is blue.\n\n"
    "# Kiln\n\nOda fires the kiln.\n"
)


async def _preview(memory: Told, text: str, ref: str = "page", **more: Any) -> VersionPreview:
    source = {"source_kind": "notes", "source_ref": ref, "filename": f"{ref}.md", "mime": "text/markdown"}
    found = await memory.call("preview_version", body=text.encode(), **source | more)
    assert isinstance(found, VersionPreview)
    return found


async def _everything(memory: Told) -> dict[str, Any]:
    """Every row of every table, and the last instant of belief."""
    tables = await rows(
        memory.context,
        "select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace"
        " where c.relkind = 'r' and n.nspname = current_schema() order by 1",
    )
    found = {
        table: await rows(
            memory.context,
            f"select count(*), md5(string_agg(t::text, chr(10) order by t::text)) from {table} t",
        )
        for (table,) in tables
    }
    assert len(found) > 20
    return found


async def test_a_preview_tells_what_would_be_carried_added_and_retracted(memory: Told) -> None:
    first = await memory.tell(_FIRST, "page", versioning_mode="living")
    told = await _preview(memory, _SECOND)
    assert [(claim.how, claim.claim_text) for claim in told.claims] == [
        ("moved", "Tomas checks the well."),
        ("reworded", "Mira opens the gate at six."),
        ("new", "The gate is blue."),
        ("new", "Oda fires the kiln."),
        ("retracted", "The gate is green."),
        ("retracted", "Rope hangs in the barn."),
        ("retracted", "Lena is head of audit at Corvo."),
    ]
    assert told.counts.model_dump() == {
        "unchanged": 0,
        "moved": 1,
        "reworded": 1,
        "new": 2,
        "retracted": 3,
        "earlier": 0,
    }
    assert (told.outcome, told.before_id, told.doc_id) == ("new_version", first.version_id, first.doc_id)
    assert (told.passages.kept, told.passages.new, told.passages.dropped) == (1, 2, 2)
    assert (told.facts_ended, told.facts_weakened, told.pending, told.read_by_rules) == (3, 0, 0, False)


async def test_what_was_foretold_happens(memory: Told) -> None:
    await memory.tell(_FIRST, "page", versioning_mode="living")
    await memory.tell("Rope hangs in the barn.", "letter")
    told = await _preview(memory, _SECOND)
    held = await _held(memory)
    second = await memory.tell(_SECOND, "page")
    after = await _held(memory)
    assert {fact.fact_id for fact in told.facts if fact.would == "end"} == set(held) - set(after)
    assert {fact.fact_id for fact in told.facts if fact.would == "lose_a_supporter"} == {
        fact_id for fact_id in set(held) & set(after) if after[fact_id] < held[fact_id]
    }
    assert (told.facts_ended, told.facts_weakened) == (2, 1)
    shown = await memory.call(
        "list_version_claims", doc_id=str(second.doc_id), version_id=str(second.version_id)
    )
    assert shown.counts == told.counts
    assert [(claim.how, claim.claim_text, claim.span) for claim in shown.claims] == [
        (claim.how, claim.claim_text, claim.span) for claim in told.claims
    ]


@pytest.mark.parametrize("text", [_SECOND, _FIRST, ""], ids=["other", "same", "none"])
async def test_a_preview_leaves_every_row_as_it_is(
    memory: Told, models: ScriptedProviders, text: str
) -> None:
    await memory.tell(_FIRST, "page", versioning_mode="living")
    before = await _everything(memory)
    files = _files(memory)
    models.embed.asked.clear()
    for ref in ("page", "another"):
        try:
            await _preview(memory, text, ref)
        except Incorrect as refused:
            assert refused.code == "empty_body"
    assert await _everything(memory) == before
    assert _files(memory) == files
    assert models.embed.asked == []


async def test_a_fact_that_the_new_words_state_again_would_not_end(memory: Told) -> None:
    await memory.tell("The vault uses KeyBox.", "page", versioning_mode="living")
    held = await _held(memory)
    told = await _preview(memory, "As everybody here knows, the vault uses KeyBox.")
    assert told.facts == ()
    await memory.tell("As everybody here knows, the vault uses KeyBox.", "page")
    assert set(await _held(memory)) == set(held)


async def test_a_snapshot_would_lose_nothing(memory: Told) -> None:
    await memory.tell(_FIRST, "page")
    told = await _preview(memory, _SECOND, versioning_mode="living")
    assert (told.versioning_mode, told.counts.retracted, told.counts.earlier) == ("snapshot", 0, 3)
    assert (told.facts, told.facts_ended) == ((), 0)


async def test_the_bytes_of_the_newest_version_would_change_nothing(memory: Told) -> None:
    await memory.tell(_FIRST, "page", versioning_mode="living")
    told = await _preview(memory, _FIRST)
    assert (told.outcome, told.claims, told.facts, told.cursor) == ("unchanged", (), (), None)


async def test_a_source_that_is_not_known_would_be_a_new_document(memory: Told) -> None:
    told = await _preview(memory, _FIRST, versioning_mode="living")
    assert (told.outcome, told.before_id, told.counts.new, told.passages.new) == ("new_document", None, 5, 3)
    assert (await memory.call("list_documents")).documents == ()
    with pytest.raises(NotFound):
        await memory.call("show_document", doc_id=str(told.doc_id))


async def test_a_walk_gives_each_claim_and_fact_once(memory: Told) -> None:
    await memory.tell(_FIRST, "page", versioning_mode="living")
    whole = await _preview(memory, _SECOND)
    pages = [await _preview(memory, _SECOND, limit=3)]
    while cursor := pages[-1].cursor:
        pages.append(await _preview(memory, _SECOND, limit=3, cursor=cursor))
    assert [claim for page in pages for claim in page.claims] == list(whole.claims)
    assert [fact for page in pages for fact in page.facts] == list(whole.facts)
    assert {page.counts for page in pages} == {whole.counts}
    with pytest.raises(Incorrect, match="cursor"):
        await _preview(memory, _FIRST + "More.", limit=3, cursor=pages[0].cursor)


async def test_bytes_that_nothing_reads_are_refused(memory: Told) -> None:
    with pytest.raises(Unsupported, match="nothing converts"):
        await _preview(memory, "%PDF", mime="application/pdf")
    with pytest.raises(Incorrect, match="not utf-8 text"):
        await memory.call("preview_version", body=b"\xff\xfe", filename="page.md", mime="text/markdown")


async def _held(memory: Told) -> dict[Any, int]:
    return dict(
        await rows(memory.context, "select fact_id, evidence_count from facts where invalidated_at is null")
    )


def _files(memory: Told) -> list[str]:
    folder = memory.opened.content._folder
    return sorted(str(path) for path in folder.rglob("*") if path.is_file())
