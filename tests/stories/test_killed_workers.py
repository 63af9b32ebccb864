"""A killed worker loses nothing and doubles nothing."""

import asyncio
import os
import sys
from pathlib import Path
from uuid import UUID

from remember import AsyncClient
from remember.context import OWNER
from remember.wiring import Memory
from tests.stories.telling import Told
from tests.stories.writing_process import THREADS
from tests.working import rows

_ROOT = Path(__file__).parents[2]
_NOTE = (
    "# Gate\n\nMira owns the gate rota. Tomas moved to Porto on 3 May 2026.\n\n# Well\n\nThe well is dry.\n"
)


async def test_workers_killed_at_every_save_in_turn_leave_one_effect_of_each(
    opened: Memory, tmp_path: Path
) -> None:
    told = await Told(opened).ingest(_NOTE, "note")
    killed = await _killed(opened.dsn, tmp_path / "content")
    context = opened.context(OWNER)
    assert killed >= 9
    assert (await Told(opened).report(told.version_id)).ready
    assert await rows(context, "select state, attempts from jobs") == [("done", 0)]
    assert await rows(context, "select count(*) from chunks where serving") == [(2,)]
    assert await rows(context, "select claim_text from claims where is_current order by 1") == [
        ("Mira owns the gate rota.",),
        ("The well is dry.",),
        ("Tomas moved to Porto on 3 May 2026.",),
    ]
    facts = await rows(context, "select label, evidence_count, revision_no from facts")
    assert len({label for label, _, _ in facts}) == len(facts) >= 3
    assert {(count, revision) for _, count, revision in facts} == {(1, 1)}
    names = await rows(context, "select alias_text from aliases")
    assert len(set(names)) == len(names)
    counted = await rows(context, "select corpus, sum(rows)::int from term_changes group by 1 order by 1")
    assert counted == [("chunks", 2), ("claims", 3), ("facts", len(facts))]


async def _killed(dsn: str, content: Path) -> int:
    """How many workers were killed until one lived to the end."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.stories.killed_worker",
        dsn,
        str(content),
        cwd=_ROOT,
        env={"PYTHONPATH": "src:.", "PATH": os.environ["PATH"]},
        stdout=asyncio.subprocess.PIPE,
    )
    output, _ = await process.communicate()
    assert process.returncode == 0
    return int(output)


async def test_a_process_killed_among_eight_writing_threads_disturbs_nobody_else(open_folder: Path) -> None:
    folder = open_folder / "shared"
    other = await _writing(folder, "other", 6)
    doomed = await _writing(folder, "doomed", 1_000)
    assert doomed.stdout is not None
    accepted = [await doomed.stdout.readline() for _ in range(10)]
    doomed.kill()
    accepted += (await doomed.communicate())[0].splitlines()
    output, _ = await other.communicate()
    assert other.returncode == 0
    versions = {UUID(line.decode().strip()) for line in [*accepted, *output.splitlines()] if line.strip()}
    assert len(output.splitlines()) == THREADS * 6
    async with AsyncClient(data_dir=folder) as memory:
        await memory.wait_for_readiness(versions, timeout=120, poll_interval=0.2)
        said = await memory.claims_and_sources_context("lantern other-3-5")
    assert said.evidence[0].claim_text == "Mira keeps lantern other-3-5 in the long barn."


async def _writing(folder: Path, name: str, notes: int) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.stories.writing_process",
        str(folder),
        name,
        str(notes),
        cwd=_ROOT,
        env={"PYTHONPATH": "src:.", "PATH": os.environ["PATH"]},
        stdout=asyncio.subprocess.PIPE,
    )
