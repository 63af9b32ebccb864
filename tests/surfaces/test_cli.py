"""The command line: what commands print, and with which code they end."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import remember
from remember.settings import Settings
from remember.surfaces.cli import app
from tests.surfaces.faces import served


@pytest.fixture(scope="module")
def address(module_database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    settings = Settings(database_url=module_database_url, data_dir=tmp_path_factory.mktemp("memory"))
    with served(settings) as where:
        yield where


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of notes, as the current one."""
    (tmp_path / "log").mkdir()
    (tmp_path / "log" / "2031-05-06 tide.md").write_text("Oda repairs the tide clock.")
    (tmp_path / "log" / "rota.md").write_text("---\ndate: 2031-05-09\n---\nBen winds it on Fridays.")
    (tmp_path / "log" / ".hidden.md").write_text("not for anybody")
    (tmp_path / "plan.txt").write_text("The harbour closes at dusk.")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(address: str) -> Any:
    def run(*words: str, input: bytes | None = None) -> Result:
        return CliRunner().invoke(app, [*words, "--api-url", address], input=input)

    return run


def documents(run: Any) -> dict[str, dict[str, Any]]:
    listed = json.loads(run("documents", "list", "--json").stdout)["documents"]
    shown = [json.loads(run("documents", "show", row["doc_id"], "--json").stdout) for row in listed]
    return {found["source_ref"]: found for found in shown}


def test_a_folder_without_a_file_to_read_is_said_to_be_one(run: Any, notes: Path) -> None:
    (notes / "new" / ".drafts").mkdir(parents=True)
    (notes / "new" / ".drafts" / "tide.md").write_text("not for anybody")
    for command in ("ingest", "ingest-facts"):
        told = run(command, "new")
        assert (told.exit_code, told.stdout) == (2, "")
        assert told.stderr.startswith("remember: there is no file to read in new\n")


def test_files_of_a_folder_are_named_by_their_path_and_dated_by_what_they_say(run: Any, notes: Path) -> None:
    sent = run("ingest", "log", "plan.txt", "--no-wait")
    assert (sent.exit_code, sorted(sent.stdout.splitlines())) == (
        0,
        ["+ log/2031-05-06 tide.md", "+ log/rota.md", "+ plan.txt"],
    )
    stored = documents(run)
    assert {ref: found["versions"][0]["source_modified_at"] for ref, found in stored.items()} == {
        "log/2031-05-06 tide.md": "2031-05-06T00:00:00Z",
        "log/rota.md": "2031-05-09T00:00:00Z",
        "plan.txt": None,
    }
    assert {found["source_kind"] for found in stored.values()} == {"file"}
    again = run("ingest", "plan.txt", "--no-wait")
    assert again.stdout == "= plan.txt: unchanged\n"


def test_a_file_of_facts_is_read_row_by_row(run: Any, notes: Path) -> None:
    (notes / "rota.csv").write_text("subject,predicate,value\nBen,status,ill\n")
    (notes / "wrong.jsonl").write_text('{"subject": "Ben", "predicate": "status"}\n')
    sent = run("ingest-facts", "rota.csv", "wrong.jsonl", "--no-wait")
    assert (sent.exit_code, sent.stdout) == (1, "+ rota.csv\n")
    assert "! wrong.jsonl: row 1 (line 1), value: is missing" in sent.stderr
    stored = documents(run)["rota.csv"]
    assert (stored["source_kind"], stored["versions"][0]["mime"]) == ("file", "text/csv; profile=facts")
    assert run("ingest-facts", "rota.csv", "--no-wait").stdout == "= rota.csv: unchanged\n"


@pytest.mark.parametrize(
    ("words", "held"),
    [
        (["--at", "2031-05-06"], True),
        (["--at", "2031-05-07"], False),
        (["--between", "2031-01-01", "2031-05-06"], True),
        (["--between", "2031-01-01", "2031-05-05"], False),
        (["--between", "2031-05-06T23:00:00Z", "2031-12-31"], True),
    ],
)
def test_a_day_is_asked_about_by_its_date(run: Any, words: list[str], held: bool) -> None:
    names = b"subject,predicate,object,valid_from,valid_until\n"
    row = b"Ida Roth,works_for,Sorvik,2031-05-06,2031-05-07\n"
    assert run("ingest-facts", "-", "--filename", "one_day.csv", input=names + row).exit_code == 0
    told = run("query", "Who does Ida Roth work for?", *words)
    assert told.exit_code == 0, told.stderr
    assert ("Ida Roth works for Sorvik" in told.stdout.partition("What sources say")[0]) is held


def test_a_file_of_messages_is_taken_for_a_conversation(run: Any, notes: Path) -> None:
    (notes / "thread.jsonl").write_text('{"role": "user", "content": "Oda is ill."}\n')
    (notes / "room.chat").write_text("Oda: I am ill.\nBen: Since Monday?\n")
    (notes / "loose.chat").write_text("Oda is ill.\n")
    sent = run("ingest", "thread.jsonl", "room.chat", "loose.chat", "--no-wait")
    assert (sent.exit_code, sent.stdout) == (1, "+ thread.jsonl\n+ room.chat\n")
    assert "! loose.chat: line 1 is no message: nobody is said to speak" in sent.stderr
    stored = documents(run)
    kinds = [stored[name]["versions"][0]["mime"] for name in ("thread.jsonl", "room.chat")]
    assert kinds == ["text/x-conversation"] * 2


def test_what_reading_has_cost_is_told(run: Any) -> None:
    told = run("usage")
    assert told.exit_code == 0
    assert told.stdout.startswith("today 0.0000 US dollars, no budget; since ")
    assert told.stdout.endswith("no call\n")
    assert run("usage", "--since", "yesterday").exit_code == 2


def test_standard_input_needs_a_name(run: Any) -> None:
    named = run("ingest", "-", "--filename", "said.md", "--no-wait", "--json", input=b"Ben is ill today.")
    assert json.loads(named.stdout)["title"] == "said"
    nameless = run("ingest", "-", "--no-wait", input=b"Ben is ill today.")
    assert (nameless.exit_code, "standard input has no name" in nameless.stderr) == (1, True)


def test_a_file_outside_needs_a_root(run: Any, notes: Path) -> None:
    outside = notes / "log" / "rota.md"
    inside = notes / "elsewhere"
    inside.mkdir()
    refused = run("ingest", str(outside), "--root", str(inside), "--no-wait")
    assert (refused.exit_code, "lies outside of" in refused.stderr) == (1, True)


@pytest.mark.skipif(sys.platform == "darwin", reason="every file name is UTF-8 there")
def test_what_a_folder_will_not_give_is_told_and_the_rest_is_taken(run: Any, notes: Path) -> None:
    sky = notes / "sky"
    deep = sky.joinpath(*["down"] * 200)
    deep.mkdir(parents=True)
    (deep / "moon.md").write_text("The moon is new on Sunday.")
    (sky / "sun.md").write_text("The sun sets at nine.")
    (sky / os.fsdecode(b"t\xff.md")).write_text("Nobody can name this file.")
    (sky / "back").symlink_to(notes, target_is_directory=True)
    os.mkfifo(sky / "pipe.md")
    sent = run("ingest", "sky", "--no-wait")
    assert (sent.exit_code, sent.stderr, [line.rpartition("/")[2] for line in sent.stdout.splitlines()]) == (
        1,
        "! sky/t\\udcff.md: the name of sky/t\\udcff.md is not UTF-8 (rename it, or send it as -)\n",
        ["moon.md", "sun.md"],
    )


def test_a_title_cannot_steer_the_terminal(run: Any) -> None:
    title = "tide\x1b[2J\r\n\u202etable"
    run("ingest", "-", "--filename", "x.md", "--title", title, "--no-wait", input=b"Low water at six.")
    listed = run("documents", "list")
    assert "tide\\x1b[2J\\r\\n\\u202etable" in listed.stdout
    assert json.loads(run("documents", "list", "--json").stdout)["documents"][0]["title"] == title


def test_a_narrow_terminal_is_shown_what_it_lacks_in_ascii(address: str, run: Any) -> None:
    run(
        "ingest",
        "-",
        "--filename",
        "x.md",
        "--title",
        "Gezeitentafel für Süd",
        "--no-wait",
        input=b"Low at 7.",
    )
    printed = [
        subprocess.run(
            [sys.executable, "-m", "remember", "documents", "list", "--api-url", address, *more],
            env={"PYTHONPATH": str(Path(remember.__file__).parents[1]), "PYTHONIOENCODING": "ascii"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for more in ([], ["--json"])
    ]
    assert "Gezeitentafel f\\xfcr S\\xfcd" in printed[0]
    assert json.loads(printed[1])["documents"][0]["title"] == "Gezeitentafel für Süd"


def test_a_type_that_nothing_converts_is_stored_and_said_to_be_parked(run: Any, notes: Path) -> None:
    (notes / "chart.pdf").write_bytes(b"%PDF-1.7 not really")
    sent = run("ingest", "chart.pdf")
    assert (sent.exit_code, sent.stdout) == (
        0,
        "? chart.pdf: stored, and parked: nothing here converts application/pdf\n",
    )
    doc_id = documents(run)["chart.pdf"]["doc_id"]
    shown = run("documents", "show", doc_id).stdout.splitlines()
    assert (shown[1], shown[-1]) == (
        f"{doc_id}  not answering",
        "      parked: nothing here converts this type",
    )
    assert "chart  not answering\n" in run("documents", "list").stdout


def test_a_deleted_document_is_gone(run: Any, notes: Path) -> None:
    sent = json.loads(run("ingest", "log/rota.md", "--no-wait", "--json").stdout)
    ended = run("documents", "delete", sent["doc_id"])
    assert ended.stdout.startswith(f"deleted {sent['doc_id']}: ")
    assert run("documents", "delete", sent["doc_id"]).exit_code == 1


def test_a_preview_tells_what_a_file_would_change_and_stores_nothing(run: Any, notes: Path) -> None:
    (notes / "kiln.md").write_text("Oda fires the kiln.", encoding="utf-8")
    told = run("documents", "preview", "kiln.md", "--versioning-mode", "living")
    assert (told.exit_code, told.stdout.splitlines()) == (
        0,
        [
            "new document (living), nothing written",
            "1 new",
            "  new        Oda fires the kiln.",
            "0 facts would end, 0 would lose a supporter",
        ],
    )
    assert "kiln.md" not in documents(run)
    assert run("ingest", "kiln.md", "--no-wait").stdout == "+ kiln.md\n"
    again = run("documents", "preview", "kiln.md")
    assert again.stdout == "unchanged (snapshot), nothing written\n"
    assert run("documents", "preview", "log").exit_code == 2
    assert run("documents", "preview", "nowhere.md").exit_code == 2


def test_a_mode_that_comes_too_late_is_told_and_that_the_first_one_stays(run: Any, notes: Path) -> None:
    (notes / "sluice.md").write_text("Ben opens the sluice.", encoding="utf-8")
    late = ("ingest", "sluice.md", "--no-wait", "--versioning-mode", "living")
    assert run("ingest", "sluice.md", "--no-wait").stdout == "+ sluice.md\n"
    (notes / "sluice.md").write_text("Ada opens the sluice.", encoding="utf-8")
    assert run(*late).stdout.splitlines() == [
        "+ sluice.md",
        "  it stays a snapshot: the first version of a document sets its mode for good",
    ]
    assert json.loads(run(*late, "--json").stdout)["versioning_mode"] == "snapshot"
    (notes / "lock.md").write_text("Ben winds the lock.", encoding="utf-8")
    assert run("ingest", "lock.md", "--no-wait", "--versioning-mode", "living").stdout == "+ lock.md\n"


def test_a_deleted_version_is_gone_and_the_one_before_stays(run: Any, notes: Path) -> None:
    (notes / "keys.md").write_text("Ben keeps the keys.", encoding="utf-8")
    first = json.loads(run("ingest", "keys.md", "--no-wait", "--json").stdout)
    (notes / "keys.md").write_text("Nobody keeps the keys.", encoding="utf-8")
    second = json.loads(run("ingest", "keys.md", "--no-wait", "--json").stdout)
    ended = run("documents", "delete", first["doc_id"], "--version", second["version_id"])
    # How far the versions were processed by then is up to the worker.
    told, ends, returns = ended.stdout.splitlines()
    assert told == f"deleted {second['version_id']} of {first['doc_id']}"
    assert re.fullmatch(r"ended: \d claims, \d relations, \d observations; \d facts lost a supporter", ends)
    assert re.fullmatch(r"came back: \d claims, \d relations, \d observations", returns)
    claims = run("documents", "claims", first["doc_id"], first["version_id"])
    assert re.match(r"(no claims|\d+ new)\n", claims.stdout)
    assert run("documents", "claims", first["doc_id"], second["version_id"]).exit_code == 1
    shown = run("documents", "show", first["doc_id"]).stdout
    assert (first["version_id"] in shown, second["version_id"] in shown) == (True, False)
    last = run("documents", "delete", first["doc_id"], "--version", first["version_id"])
    assert last.stdout.startswith(f"deleted {first['version_id']} and with it its document\n")
    assert run("documents", "show", first["doc_id"]).exit_code == 1


@pytest.mark.parametrize(
    ("words", "code", "complaint"),
    [
        (["documents", "show", "00000000-0000-4000-8000-000000000000"], 1, "there is no document"),
        (["documents", "show", "tide"], 2, 'doc_id is "tide": must be an id such as'),
        (["documents", "list", "--limit", "500"], 2, "limit is 500: must be at most 200"),
        (["documents", "list", "--limit", "many"], 2, "'--limit': 'many' is no whole number"),
        (["documents", "list", "--limit", "2.5"], 2, "'--limit': '2.5' is no whole number"),
        (["wait", "x", "--timeout", "soon"], 2, "'--timeout': 'soon' is no number of seconds"),
        (["documents", "list", "--cursor", "bm90IG91cnM"], 2, "cursor is malformed"),
        (["ingest", "nowhere.md"], 2, "file not found: nowhere.md"),
        (["ingest", ""], 2, "file not found: "),
        (["ingest", "x" * 300], 2, "file not found: xxx"),
        (["query", "tides", "--history", "--at", "2031-05-06T00:00:00Z"], 2, "more than one time"),
        (
            ["operations", "run", "facts_context", "--arg", "query=" + "[" * 50_000],
            2,
            "query has 50000 characters: must",
        ),
        (["operations", "run", "guess"], 1, "there is no operation named guess"),
        (["operations", "run", "guess", "--arg", "query"], 2, "--arg query is not NAME=VALUE"),
        (["fly"], 2, "No such command"),
    ],
)
def test_an_error_is_told_on_standard_error_with_its_code(
    run: Any, words: list[str], code: int, complaint: str
) -> None:
    ended = run(*words)
    assert (ended.exit_code, ended.stdout, complaint in ended.stderr) == (code, "", True), ended.stderr


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--port", "99999"], "'--port': '99999' is no whole number from 0 to 65535"),
        (["--port", "-1"], "'--port': '-1' is no whole number from 0 to 65535"),
        (["--workers", "-1"], "'--workers': '-1' is no whole number of at least 0"),
    ],
)
def test_a_server_is_not_started_with_a_number_out_of_bounds(words: list[str], complaint: str) -> None:
    refused = CliRunner().invoke(app, ["serve", *words])
    assert (refused.exit_code, complaint in refused.stderr) == (2, True), refused.stderr


def test_serving_an_open_address_without_a_key_is_refused_with_the_reason() -> None:
    refused = CliRunner(env={"REMEMBER_SERVER_KEY": ""}).invoke(app, ["serve", "--host", "0.0.0.0"])
    assert (refused.exit_code, refused.stderr.splitlines()) == (
        2,
        [
            "remember: binding 0.0.0.0 would open this memory to the network, and no key is configured",
            "  set REMEMBER_SERVER_KEY to a key that callers must send, or bind 127.0.0.1",
        ],
    )


def test_a_server_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REMEMBER_API_URL", "http://127.0.0.1:9")
    ended = CliRunner().invoke(app, ["documents", "list"])
    assert (ended.exit_code, ended.stderr.splitlines()[0]) == (
        1,
        "remember: http://127.0.0.1:9 cannot be reached",
    )


def test_help_loads_nothing_heavy() -> None:
    heavy = {"pydantic", "psycopg", "httpx2", "starlette", "numpy", "rich"}
    script = f"import sys, remember.surfaces.cli; print(sorted({heavy!r} & set(sys.modules)))"
    ended = subprocess.run(
        [sys.executable, "-c", script],
        env={"PYTHONPATH": str(Path(remember.__file__).parents[1])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ended.stdout == "[]\n"


@pytest.mark.parametrize(
    ("url", "code", "message"),
    [
        ("mysql://ben:s3cret@db/memory", 2, "the database URL begins with mysql://, which is no PostgreSQL"),
        ("postgresql://ben:s3cret@127.0.0.1:1/m", 1, "the database server at 127.0.0.1:1 cannot be reached"),
    ],
)
def test_a_bad_address_of_the_database_ends_a_command_with_what_to_do(
    url: str, code: int, message: str, tmp_path: Path
) -> None:
    environment = {"REMEMBER_DATABASE_URL": url, "REMEMBER_DATA_DIR": str(tmp_path), "REMEMBER_API_URL": ""}
    ended = CliRunner().invoke(app, ["status"], env=environment)
    told, hint = ended.stderr.splitlines()
    assert (ended.exit_code, type(ended.exception), told) == (code, SystemExit, f"remember: {message}")
    assert hint.strip()
    assert "s3cret" not in ended.output
