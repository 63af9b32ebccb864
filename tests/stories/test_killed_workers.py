"""A killed worker loses nothing and doubles nothing."""

import asyncio
import sys
from pathlib import Path

from remember.context import OWNER
from remember.wiring import Memory
from tests.stories.telling import Told
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
    assert killed >= 7
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
        env={"PYTHONPATH": "src:.", "PATH": ""},
        stdout=asyncio.subprocess.PIPE,
    )
    output, _ = await process.communicate()
    assert process.returncode == 0
    return int(output)
