"""A memory in a folder of its own: served by a process, used by a script, and left in order by both."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import psutil
import pytest

import remember
from remember.settings import Settings
from remember.surfaces.serving import KEEP_ALIVE_SECONDS

SOURCE = str(Path(remember.__file__).parents[1])

FIRST_LINES = """
from datetime import datetime, UTC

import remember

with remember.Client() as memory:
    version = memory.ingest(
        "specs/tide-clock.md",
        source_kind="notes",
        source_ref="specs/tide-clock.md",
        source_modified_at=datetime(2021, 5, 6, 15, 0, tzinfo=UTC),
    )
    print(version.created)
    memory.wait_for_readiness([version.version_id])
    result = memory.facts_context("who winds the tide clock")
    print(result.model_dump_json(by_alias=True))
    bundle = memory.combined_context("who winds the tide clock")
    for fact in bundle.facts.facts:
        print("fact:", fact.label, fact.evidence_count)
    for claim in bundle.claims_and_sources.evidence:
        print("said:", claim.claim_text, claim.asserted_at)
"""


@pytest.fixture(scope="module")
def folder(open_folder: Path) -> Path:
    return open_folder / "memory of one's own"


def environment(folder: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("REMEMBER_")}
    return kept | {"PYTHONPATH": SOURCE, "REMEMBER_DATA_DIR": str(folder)}


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The address of a `remember serve` process, and the process, which is ended at the latest here."""
    command = [sys.executable, "-m", "remember", "serve", "--port", "0", "--workers", "1"]
    with subprocess.Popen(command, env=environment(folder), stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr
            told = sorted(process.stderr.readline() for _ in range(2))
            assert told[0].startswith("remember answers at http://127.0.0.1:"), told
            assert told[1] == f"remember works for {folder}\n"
            yield told[0].split()[3], process
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
                process.wait(timeout=60)


def test_the_first_lines_of_a_script_run_as_they_are_printed(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "specs").mkdir()
    (tmp_path / "specs" / "tide-clock.md").write_text("Ben Roth winds the tide clock.")
    ran = subprocess.run(
        [sys.executable, "-c", FIRST_LINES],
        cwd=tmp_path,
        env=environment(folder),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    created, envelope, *told = ran.stdout.splitlines()
    assert created == "True"
    assert json.loads(envelope)["facts"][0]["label"] == "Ben Roth winds the tide clock."
    assert told == [
        "fact: Ben Roth winds the tide clock. 1",
        "said: Ben Roth winds the tide clock. 2021-05-06 15:00:00+00:00",
    ]


def test_a_served_folder_answers_until_it_is_told_to_stop(folder: Path) -> None:
    with serving(folder) as (address, process):
        with remember.Client(base_url=address, settings=Settings()) as client:
            sent = client.ingest(b"Oda Lind repairs it.", filename="oda.md")
            client.wait_for_readiness([sent.version_id], timeout=120)
        with remember.Client(data_dir=folder, settings=Settings()) as beside:
            assert beside.show_document(sent.doc_id).serving
        [worker] = [child for child in psutil.Process(process.pid).children() if "work" in child.cmdline()]
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 0
        assert not worker.is_running()
    with remember.Client(data_dir=folder, settings=Settings()) as after:
        assert after.show_document(sent.doc_id).serving


def test_what_was_ingested_before_the_end_is_processed_by_the_next_opener(folder: Path) -> None:
    first = remember.Client(data_dir=folder, settings=Settings())
    sent = first.ingest(b"The lamp is lit at dusk.", filename="lamp.md")
    first.close(drain=False)
    with remember.Client(data_dir=folder, settings=Settings()) as second:
        assert second.wait_for_readiness([sent.version_id], timeout=120).ready


def test_a_worker_of_its_own_works_until_it_is_told_to_stop(folder: Path) -> None:
    command = [sys.executable, "-m", "remember", "work"]
    with subprocess.Popen(command, env=environment(folder), stderr=subprocess.PIPE, text=True) as worker:
        assert worker.stderr
        assert worker.stderr.readline() == f"remember works for {folder}\n"
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(timeout=60) == 0


FORGETFUL = """
import remember

memory = remember.Client()
print(memory.ingest(b"The boat is green.", filename="boat.md").version_id)
"""


def test_a_script_that_closes_nothing_ends_in_silence_and_loses_nothing(folder: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", FORGETFUL],
        env=environment(folder),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    with remember.Client(data_dir=folder, settings=Settings()) as next_opener:
        assert next_opener.wait_for_readiness([ran.stdout.strip()], timeout=120).ready
        assert next_opener.status().dead_letters == 0


def test_a_client_forgets_an_idle_connection_before_the_server_does() -> None:
    expiry = httpx2.Limits().keepalive_expiry
    assert expiry is not None and expiry < KEEP_ALIVE_SECONDS
