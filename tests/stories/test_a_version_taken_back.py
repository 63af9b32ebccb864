"""A version is taken back: what it said ends, what it had ended is there again, nobody else is touched."""

import asyncio
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from remember.context import OWNER
from remember.errors import NotFound
from remember.retrieve.claims_and_sources import claims_and_sources_context
from remember.retrieve.facts_context import facts_context
from remember.wire import IngestedVersion, VersionDeletion
from remember.wiring import Memory
from remember.worker import working
from tests.stories.telling import Told
from tests.working import rows

_ROOT = Path(__file__).parents[2]

# What a living page says first, what a wrong version makes of it, and the question that tells them apart.
_PAGES = [
    ("Lena is head of audit at Corvo.", "Lena is head of sales at Corvo.", "what is Lena head of"),
    (
        "Deploying on Friday is allowed.",
        "Deploying on Friday is not allowed.",
        "is deploying on Friday allowed",
    ),
    ("The vault uses KeyBox.", "The vault uses LockBox.", "what does the vault use"),
    ("The pump costs 400 euros.", "The pump costs 900 euros.", "what does the pump cost"),
]


@pytest.mark.parametrize(("right", "wrong", "question"), _PAGES, ids=[page[1] for page in _PAGES])
async def test_a_wrong_version_of_a_living_page_is_taken_back(
    memory: Told, right: str, wrong: str, question: str
) -> None:
    await memory.tell(right, "page", versioning_mode="living")
    held = await _facts(memory, question)
    mistaken = await memory.tell(wrong, "page", versioning_mode="living")
    assert await _said(memory, question) == [wrong]
    ended = await _delete(memory, mistaken)
    assert (ended.claims_retired, ended.claims_restored, ended.document_deleted) == (1, 1, False)
    assert await _said(memory, question) == [right]
    assert await _facts(memory, question) == held
    assert await _passages(memory, question) == [right]


@pytest.mark.parametrize(("right", "wrong", "question"), _PAGES[2:], ids=[page[1] for page in _PAGES[2:]])
async def test_a_version_taken_back_leaves_what_another_source_says_too(
    memory: Told, right: str, wrong: str, question: str
) -> None:
    await memory.tell(right, "page", versioning_mode="living")
    mistaken = await memory.tell(wrong, "page", versioning_mode="living")
    await memory.tell(wrong, "letter")
    ended = await _delete(memory, mistaken)
    assert (ended.relations_closed, ended.observations_closed, ended.supports_withdrawn) == (0, 0, 1)
    assert sorted(await _said(memory, question)) == sorted([right, wrong])


async def test_a_project_that_comes_back_keeps_its_three_periods_when_another_page_loses_a_version(
    memory: Told,
) -> None:
    await memory.tell(
        "Sam worked on Petrel from January 2024 to March 2024."
        " Sam worked on Quail from April 2024 to June 2024."
        " Sam worked on Petrel from July 2024 to September 2024.",
        "log",
    )
    before = await rows(
        memory.context, "select fact_id, valid from facts where invalidated_at is null order by 1"
    )
    await memory.tell(
        "Sam worked on Petrel from January 2024 to March 2024.", "page", versioning_mode="living"
    )
    mistaken = await memory.tell("Sam worked on Quail in 2023.", "page", versioning_mode="living")
    await _delete(memory, mistaken)
    after = await rows(
        memory.context, "select fact_id, valid from facts where invalidated_at is null order by 1"
    )
    assert len(before) == 3
    assert after == before


async def test_what_a_version_taken_back_had_said_is_still_what_was_believed_then(memory: Told) -> None:
    await memory.tell("The vault uses KeyBox.", "page", versioning_mode="living")
    mistaken = await memory.tell("The vault uses LockBox.", "page", versioning_mode="living")
    then = await _now(memory)
    await _delete(memory, mistaken)
    for believed_at, label in (
        (then, "The vault uses LockBox"),
        (await _now(memory), "The vault uses KeyBox"),
    ):
        time = {"mode": "as_of", "valid_at": believed_at, "believed_at": believed_at}
        found = await memory.call("facts_context", query="what does the vault use", time=time)
        assert [(fact.label, fact.evidence_count) for fact in found.facts] == [(label, 1)]
        assert [claim.claim_text for claim in found.evidence] == [f"{label}."]


async def test_a_claim_that_came_back_says_so_and_so_does_its_fact(memory: Told) -> None:
    await memory.tell("The vault uses KeyBox.", "page", versioning_mode="living")
    (fact_id, _, _), *_ = await _facts(memory, "what does the vault use")
    mistaken = await memory.tell("The vault uses LockBox.", "page", versioning_mode="living")
    await _delete(memory, mistaken)
    fact = await memory.call("explain_fact", fact_id=str(fact_id))
    assert [change.changes for change in fact.history] == [("reopened",), ("retracted",), ("added",)]
    assert [change.caused_by for change in fact.history[:1]] == [mistaken.version_id]
    (claim_id,) = await _claim_ids(memory, "KeyBox")
    claim = await memory.call("explain_claim", claim_id=str(claim_id))
    assert [(span.began, span.ended) for span in claim.currency] == [
        ("extracted", "version_superseded"),
        ("restored", None),
    ]
    assert claim.counts
    decisions = await memory.call("transcript_observation", observation_id=str(fact_id))
    assert "restored" in decisions.model_dump_json()


async def test_two_things_that_one_person_is_are_both_true_until_a_version_is_taken_back(
    memory: Told,
) -> None:
    await memory.tell("Lena is head of audit at Corvo.", "page", versioning_mode="living")
    both = await memory.tell(
        "Lena is head of audit at Corvo. Lena administers Corvo's code hosting account.", "page"
    )
    question = "what does Lena do at Corvo"
    assert len(await _said(memory, question)) == 2
    ended = await _delete(memory, both)
    assert (ended.claims_retired, ended.claims_restored) == (1, 0)
    assert await _said(memory, question) == ["Lena is head of audit at Corvo."]


async def test_a_thing_that_four_sources_name_is_one_thing_also_when_a_version_of_one_goes(
    memory: Told,
) -> None:
    texts = [
        "The DGX is in the cellar.",
        "Oda ordered the DGX.",
        "The DGX needs 10 kW.",
        "Ivo cleans the DGX.",
    ]
    for number, text in enumerate(texts):
        await memory.tell(text, f"note-{number}")
    again = await memory.tell("Ivo repairs the DGX.", "note-3")
    entities = "select count(distinct entity_id) from mentions where folded = 'dgx'"
    before = await rows(memory.context, entities)
    await _delete(memory, again)
    assert before == await rows(memory.context, entities) == [(1,)]


async def test_a_note_told_three_times_and_taken_back_once_is_gone_once(memory: Told) -> None:
    told = [await memory.tell("The gate code rota is weekly.", "gate") for _ in range(3)]
    ended = await _delete(memory, told[0])
    assert (ended.document_deleted, ended.claims_retired) == (True, 1)
    assert await _said(memory, "gate code rota") == []
    with pytest.raises(NotFound, match="there is no document"):
        await _delete(memory, told[2])


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_process_killed_while_it_deletes_leaves_all_of_it_done_or_nothing(
    opened: Memory, tmp_path: Path, when: str
) -> None:
    memory = Told(opened)
    async with working(opened):
        await memory.tell("The vault uses KeyBox.", "page", versioning_mode="living")
        mistaken = await memory.tell("The vault uses LockBox.", "page", versioning_mode="living")
    said_before = await _said(memory, "what does the vault use")
    state = await _state(memory)
    await _killed(opened.dsn, tmp_path / "content", mistaken, when)
    if when == "before":
        assert await _state(memory) == state
        assert await _said(memory, "what does the vault use") == said_before
        await _delete(memory, mistaken)
    assert await _said(memory, "what does the vault use") == ["The vault uses KeyBox."]
    with pytest.raises(NotFound, match="there is no version"):
        await _delete(memory, mistaken)


async def _delete(memory: Told, version: IngestedVersion) -> VersionDeletion:
    ended = await memory.call(
        "delete_version", doc_id=str(version.doc_id), version_id=str(version.version_id)
    )
    assert isinstance(ended, VersionDeletion)
    return ended


async def _said(memory: Told, question: str) -> list[str]:
    found = await claims_and_sources_context(memory.opened.context(OWNER), question)
    return [claim.claim_text for claim in found.evidence]


async def _claim_ids(memory: Told, word: str) -> list[UUID]:
    found = await rows(memory.context, f"select claim_id from claims where claim_text like '%{word}%'")
    return [claim_id for (claim_id,) in found]


async def _now(memory: Told) -> datetime:
    ((now,),) = await rows(memory.context, "select clock_timestamp()")
    assert isinstance(now, datetime)
    return now.astimezone(UTC)


async def _passages(memory: Told, question: str) -> list[str]:
    found = await claims_and_sources_context(memory.opened.context(OWNER), question)
    return [chunk.chunk_text for chunk in found.chunks]


async def _facts(memory: Told, question: str) -> list[Any]:
    found = await facts_context(memory.opened.context(OWNER), question)
    return [(fact.fact_id, fact.label, fact.evidence_count) for fact in found.facts]


async def _state(memory: Told) -> list[Any]:
    return await rows(
        memory.context,
        "select 'version', version_id::text, status from versions"
        " union all select 'claim', claim_id::text, is_current::text from claims"
        " union all select 'fact', fact_id::text, revision_no::text from facts"
        " union all select 'passage', chunk_id::text, serving::text from chunks"
        " union all select 'group', version_id::text, copy_group::text from copy_groups"
        " where upper_inf(during) order by 1, 2",
    )


async def _killed(dsn: str, content: Path, version: IngestedVersion, when: str) -> None:
    arguments = [dsn, str(content), str(version.doc_id), str(version.version_id), when]
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.stories.killed_deletion",
        *arguments,
        cwd=_ROOT,
        env={"PYTHONPATH": "src:.", "PATH": os.environ["PATH"]},
    )
    assert await process.wait() == -9
