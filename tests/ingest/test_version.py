"""A version on its way through the stages: what is found when, and what an edit leaves alone."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from remember.context import Context
from remember.domain.documents import STAGES, IngestRequest, VersioningMode
from remember.errors import Fault, Unavailable
from remember.ingest import label, slots
from remember.ingest.delete import delete
from remember.ingest.receive import receive
from remember.ingest.version import Progress, process
from remember.store import stages
from tests.scripted import ScriptedProviders
from tests.working import lease_next, rows, work_off

_NOTE = IngestRequest(
    filename="rota.md", mime="text/markdown", source_kind="notes", source_ref="rota.md", title="Rota"
)
_LIVING = replace(_NOTE, versioning_mode=VersioningMode.LIVING)

_FIRST = "# Gate\n\nMira opens the gate at six.\n\n# Well\n\nTomas checks the well on Mondays.\n"
_SECOND = "# Gate\n\nMira opens the gate at seven.\n\n# Well\n\nTomas checks the well on Mondays.\n"


async def test_a_processed_version_has_all_twelve_stages_behind_it(context: Context) -> None:
    received = await receive(context, _NOTE, _FIRST.encode())
    assert await work_off(context) == 1
    async with context.database.read() as tx:
        found = await stages.of_versions(tx, context.tenant_id, [received.version_id], context.scope_ids)
    assert {row.stage: row.status for row in found} == dict.fromkeys(STAGES, "succeeded")
    assert all(row.finished_at for row in found)


async def test_a_version_is_ingesting_then_converting_then_ready(context: Context, tmp_path: Path) -> None:
    await receive(context, _NOTE, _FIRST.encode())
    assert await rows(context, "select status from versions") == [("ingesting",)]
    lease = await lease_next(context)
    assert lease is not None
    away = (tmp_path / "content").rename(tmp_path / "away")
    with pytest.raises(Fault, match="is missing"):
        await process(context, lease, Progress())
    assert await rows(context, "select status from versions") == [("converting",)]
    away.rename(tmp_path / "content")
    await process(context, lease, Progress())
    assert await rows(context, "select status from versions") == [("ready",)]


async def test_passages_and_claims_point_at_exactly_their_text(context: Context) -> None:
    await receive(context, _NOTE, _FIRST.encode())
    await work_off(context)
    passages = await rows(context, "select char_start, char_end, chunk_text from chunks order by ordinal")
    claims = await rows(context, "select char_start, char_end, source_span from claims order by char_start")
    assert [_FIRST[start:end] for start, end, _ in passages] == [text for _, _, text in passages]
    assert [_FIRST[start:end] for start, end, _ in claims] == [
        "Mira opens the gate at six.",
        "Tomas checks the well on Mondays.",
    ]


async def test_an_unchanged_passage_keeps_its_claims_and_asks_no_model(
    context: Context, models: ScriptedProviders
) -> None:
    await receive(context, _NOTE, _FIRST.encode())
    await work_off(context)
    before = await _claims(context)
    models.embed.asked.clear()
    models.parse.asked.clear()
    await receive(context, _NOTE, _SECOND.encode())
    await work_off(context)
    after = await _claims(context)
    assert models.parse.asked == ["Mira opens the gate at seven."]
    assert [text for text in models.embed.asked if "well" in text] == []
    assert after == before | {"Mira opens the gate at seven.": after["Mira opens the gate at seven."]}
    carried = (
        "select claim_text, count(*) from chunk_claims join claims using (claim_id) group by 1 order by 1"
    )
    assert await rows(context, carried) == [
        ("Mira opens the gate at seven.", 1),
        ("Mira opens the gate at six.", 1),
        ("Tomas checks the well on Mondays.", 2),
    ]


async def test_a_text_that_repeats_itself_is_embedded_once_and_each_passage_carried(
    context: Context, models: ScriptedProviders
) -> None:
    gate = "# Gate\n\nMira opens the gate at six.\n\n"
    await receive(context, _NOTE, (gate * 40).encode())
    await work_off(context)
    assert len([text for text in models.embed.asked if "opens the gate" in text and "#" in text]) == 1
    models.parse.asked.clear()
    await receive(context, _NOTE, (gate * 40 + "# Well\n\nTomas checks the well.\n").encode())
    await work_off(context)
    assert models.parse.asked == ["Tomas checks the well."]
    carried = await rows(
        context,
        "select v.version_no, count(*) from chunk_claims x join chunks c on c.chunk_id = x.chunk_id"
        " join versions v on v.version_id = c.version_id group by 1 order by 1",
    )
    assert carried == [(1, 40), (2, 41)]


async def test_a_sentence_keeps_its_claim_where_only_its_neighbour_changed(context: Context) -> None:
    await receive(context, _NOTE, b"Mira opens the gate at six. Tomas checks the well.")
    await work_off(context)
    before = await _claims(context)
    await receive(context, _NOTE, b"Mira opens the gate at seven. Tomas checks the well.")
    await work_off(context)
    after = await _claims(context)
    assert after["Tomas checks the well."] == before["Tomas checks the well."]
    assert len(after) == 3


async def test_a_snapshot_keeps_what_earlier_versions_said(context: Context) -> None:
    await _two_versions(context, _NOTE)
    assert await _current(context) == [
        "Mira opens the gate at seven.",
        "Mira opens the gate at six.",
        "Tomas checks the well on Mondays.",
    ]


async def test_a_living_document_says_only_what_its_newest_version_says(context: Context) -> None:
    await _two_versions(context, _LIVING)
    assert await _current(context) == ["Mira opens the gate at seven.", "Tomas checks the well on Mondays."]
    assert await rows(context, "select ended from claim_currency where ended is not null") == [
        ("version_superseded",)
    ]


async def test_what_comes_back_to_a_living_document_is_new_testimony(context: Context) -> None:
    await _two_versions(context, _LIVING)
    await receive(context, _LIVING, _FIRST.encode())
    await work_off(context)
    assert await _current(context) == ["Mira opens the gate at six.", "Tomas checks the well on Mondays."]
    assert await rows(context, "select count(*) from claims where claim_text like '%six.'") == [(2,)]


async def test_a_living_document_is_not_put_back_by_an_older_version_that_is_processed_late(
    context: Context, models: ScriptedProviders
) -> None:
    old = await receive(context, _LIVING, _FIRST.encode())
    models.parse.failures.append(Unavailable("later"))
    with pytest.raises(Unavailable):
        await work_off(context)
    async with context.database.write() as tx:
        await tx.execute(
            "update jobs set state = 'ready', lease_token = null, lease_until = null, not_before = 'infinity'"
        )
    new = await receive(context, _LIVING, _SECOND.encode())
    await work_off(context)
    async with context.database.write() as tx:
        await tx.execute("update jobs set not_before = now() where state = 'ready'")
    await work_off(context)
    assert await _current(context) == ["Mira opens the gate at seven.", "Tomas checks the well on Mondays."]
    assert await rows(context, "select distinct version_id from chunks where serving") == [(new.version_id,)]
    done = f"select count(*) from stages where version_id = '{old.version_id}' and status = 'succeeded'"
    assert await rows(context, done) == [(len(STAGES),)]


async def test_only_the_newest_version_is_searched(context: Context) -> None:
    await _two_versions(context, _NOTE)
    served = await rows(context, "select chunk_text from chunks where serving order by ordinal")
    assert [text for (text,) in served] == [
        "# Gate\n\nMira opens the gate at seven.",
        "# Well\n\nTomas checks the well on Mondays.",
    ]


async def test_word_statistics_add_up_to_what_is_searched(context: Context) -> None:
    received = await receive(context, _NOTE, _FIRST.encode())
    await work_off(context)
    await _two_versions(context, _LIVING)
    sums = "select sum(rows)::int, sum(words)::int from term_changes where corpus = 'chunks'"
    searched = "select count(*)::int, sum(word_count)::int from chunks where serving"
    assert await rows(context, sums) == await rows(context, searched)
    await delete(context, received.doc_id)
    assert await rows(context, sums) == [(0, 0)]


async def test_a_long_document_is_published_and_read_to_its_end(context: Context) -> None:
    text = "".join(f"# Field {n}\n\nField {n} lies {n} steps from the gate.\n\n" for n in range(150))
    await receive(context, _NOTE, text.encode())
    await work_off(context)
    assert await rows(context, "select count(*), min(ordinal), max(ordinal) from chunks where serving") == [
        (150, 0, 149)
    ]
    assert await rows(context, "select count(*) from claims") == [(150,)]
    assert await rows(context, "select extracted_chunks from versions") == [(150,)]


async def test_two_documents_with_the_same_bytes_are_converted_once(context: Context) -> None:
    await receive(context, _NOTE, _FIRST.encode())
    await receive(context, replace(_NOTE, source_ref="copy.md"), _FIRST.encode())
    await work_off(context)
    assert await rows(context, "select count(*) from representations") == [(1,)]


async def test_a_document_that_is_changed_back_is_not_converted_again(context: Context) -> None:
    await _two_versions(context, _NOTE)
    third = await receive(context, _NOTE, _FIRST.encode())
    await work_off(context)
    found = await rows(context, "select representation_id from versions order by version_no")
    assert third.created
    assert found[0] == found[2] != found[1]


async def test_white_space_alone_is_a_ready_version_without_passages(context: Context) -> None:
    received = await receive(context, _NOTE, b" \n\n ")
    await work_off(context)
    assert await rows(context, "select status from versions") == [("ready",)]
    assert await rows(context, "select serving_version_id from documents") == [(received.version_id,)]


async def test_more_slots_and_facts_than_are_read_at_a_time_are_all_folded_and_found(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slots, "MOST", 2)
    monkeypatch.setattr(label, "_PAGE", 2)
    monkeypatch.setattr(label, "_BATCH", 1)
    people = ("Mira", "Tomas", "Ines", "Kim", "Bo", "Noor")
    await receive(context, _NOTE, " ".join(f"{name} paints the hall." for name in people).encode())
    await work_off(context)
    assert await rows(context, "select count(distinct subject_key) from facts") == [(len(people),)]
    assert await rows(context, "select label from facts where embedding is null") == []


async def _two_versions(context: Context, request: IngestRequest) -> None:
    for body in (_FIRST, _SECOND):
        await receive(context, request, body.encode())
        await work_off(context)


async def _claims(context: Context) -> dict[str, Any]:
    return dict(await rows(context, "select claim_text, claim_id from claims"))


async def _current(context: Context) -> list[str]:
    found = await rows(context, "select claim_text from claims where is_current order by 1")
    return [text for (text,) in found]
