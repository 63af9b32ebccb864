"""`make demo` takes the example project in, and each of its answers is what the files say."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.timeout(600)

Sections = dict[str, list[str]]


@pytest.fixture(scope="module")
def told(open_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Sections:
    """What the demo prints, by section; instants of the clock are masked, wrapped lines are joined."""
    given = tmp_path_factory.mktemp("given")
    (given / "2025-07-01-buoys.md").write_text(
        "Nils Aker owns the buoy list. He painted the last buoy yesterday.\n"
    )
    ran = demo(open_folder / "demo", str(given), "--ask", "Who owns the buoy list?")
    assert (ran.returncode, ran.stderr) == (0, "")
    return dict(sections(ran.stdout.replace(str(given), "given")))


def demo(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the demo in a folder of the test's own, away from whatever memory this machine has."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("REMEMBER_")}
    environment |= {"COLUMNS": "100", "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))}
    command = [sys.executable, "-m", "examples.demo", "--folder", str(folder), *words]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)


def sections(output: str) -> Iterator[tuple[str, list[str]]]:
    masked = re.sub(r"\d\d:\d\d:\d\d\.\d", "HH:MM:SS", output)
    parts = re.split(r"^(.+?) ─+$", masked, flags=re.MULTILINE)
    for title, body in zip(parts[1::2], parts[2::2], strict=True):
        yield title, [line.rstrip() for line in body.splitlines() if line.strip()]


def answer(section: list[str], question: str) -> list[str]:
    """The lines below a question, to the next one."""
    begin = section.index(f"? {question}") + 1
    end = next((n for n in range(begin, len(section)) if section[n].startswith("? ")), len(section))
    return [line.strip() for line in section[begin:end]]


def test_every_file_of_the_example_goes_in_and_can_answer(told: Sections) -> None:
    taken = sorted(line.split()[1] for line in told["Files go in"] if line.endswith("can answer"))
    assert taken == [
        "chat/2025-06-04.txt",
        "given/2025-07-01-buoys.md",
        "notes/2025-04-15-planning.md",
        "notes/2025-05-20-harbour-office.md",
        "notes/2025-05-20-pier-guard.md",
        "notes/2025-06-03-retro.md",
        "rota.md",
        "spec/turnstile.v1.md",
        "spec/turnstile.v2.md",
        "spec/turnstile.v3.md",
    ]


def test_what_holds_is_what_was_said_last(told: Sections) -> None:
    now = told["What holds now"]
    assert answer(now, "Who is the owner of the turnstile spec?") == [
        "Turnstile spec is owned by Rana Duvall",
        "undated · said 2025-05-12 · 1 document · possible",
    ]
    assert answer(now, "What is the offline limit?") == [
        "The offline limit is 500 tickets",
        "undated · said 2025-03-24 · 1 document · possible",
    ]
    assert answer(now, "When does the pilot at the north pier start?") == [
        "The start date of the pilot at the north pier is 2025-05-19",
        "undated · said 2025-05-12 … 2025-06-03 · 2 documents · possible",
    ]


def test_a_change_has_its_time_in_the_world_and_its_time_in_the_memory(told: Sections) -> None:
    changed = told["What changed, and when"]
    payments = "Which payment provider does Lantern use?"
    assert answer(changed, f"{payments}   [history]") == [
        "Lantern uses Coralpay",
        "in the world    until 2025-03-20",
        "in this memory  since HH:MM:SS, said 2025-02-10 … 2025-03-24",
        "Lantern uses Brightpay",
        "in the world    since 2025-03-20",
        "in this memory  since HH:MM:SS, said 2025-03-24",
    ]
    assert answer(changed, f"{payments}   [at 2025-04-01, believed now]") == [
        "Lantern uses Brightpay",
        "since 2025-03-20 · said 2025-03-24 · 1 document · confirmed",
    ]
    assert answer(changed, f"{payments}   [at 2025-04-01, believed at HH:MM:SS]") == [
        "Lantern uses Coralpay",
        "undated · said 2025-02-10 · 1 document · possible",
    ]


def test_who_said_so_is_a_quote_with_its_file_and_its_characters(told: Sections) -> None:
    assert answer(told["Who said so"], "Who leads the Lantern team?") == [
        "Lantern team is led by Rana Duvall",
        "since 2025-06-01 · said 2025-06-03 · 1 document · confirmed",
        "supports: “Rana Duvall has led the Lantern team since 1 June.”",
        "notes/2025-06-03-retro.md, characters 120-170, said on 2025-06-03",
    ]


def test_every_quote_stands_in_its_file(told: Sections) -> None:
    checked = [line for section in told.values() for line in section if "quotes were found" in line]
    found, of = re.findall(r"\d+", checked[0])
    assert (len(checked), found) == (1, of)


def test_a_contradiction_is_told_with_the_evidence_of_every_side(told: Sections) -> None:
    lines = answer(told["What is contradicted"], "How often does the gate code rota change?")
    weekly = ["“The gate code rota is weekly.”", "notes/2025-05-20-harbour-office.md, characters 110-139"]
    monthly = ["“The gate code rota is monthly.”", "notes/2025-05-20-pier-guard.md, characters 102-132"]
    sides = {
        "The gate code rota is weekly": (weekly, monthly),
        "The gate code rota is monthly": (monthly, weekly),
    }
    assert len(lines) == 12
    for first in (lines[:6], lines[6:]):
        (words, place), (other_words, other_place) = sides.pop(first[0])
        assert first[1:] == [
            "undated · said 2025-05-20 · 1 document · possible",
            f"supports: {words}",
            f"{place}, said on 2025-05-20",
            f"contradicts: {other_words}",
            f"{other_place}, said on 2025-05-20",
        ]


def test_three_questions_get_three_kinds_of_no(told: Sections) -> None:
    no = told["Three kinds of no"]
    assert answer(no, "What does Petra Voss work on?")[0] == "no: unknown_entity"
    assert answer(no, "Which dentist does Jo Lind go to?")[0] == "no: known_empty"
    assert answer(no, "Does the turnstile keep card numbers?")[0] == "The turnstile keeps no card numbers"


def test_the_readme_quotes_what_the_demo_prints(told: Sections) -> None:
    (excerpt,) = re.findall(
        r"^```text\n(.*?)^```", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL
    )
    printed = [line.strip() for section in told.values() for line in section]
    assert [line for line in excerpt.splitlines() if line and line.strip() not in printed] == []


def test_files_that_are_given_are_learnt_from_and_asked_about(told: Sections) -> None:
    assert "  given/2025-07-01-buoys.md: 2 claims, which support 2 facts" in told["Your files"]
    assert answer(told["Your question"], "Who owns the buoy list?")[:4] == [
        "Buoy list is owned by Nils Aker",
        "undated · said 2025-07-01 · 1 document · possible",
        "supports: “Nils Aker owns the buoy list.”",
        "given/2025-07-01-buoys.md, characters 0-29, said on 2025-07-01",
    ]


def test_a_file_that_is_not_there_is_named(open_folder: Path) -> None:
    ran = demo(open_folder / "unused", "nowhere.md")
    assert (ran.returncode, ran.stdout) == (
        1,
        "the demo ended: nowhere.md: there is no such file or folder\n",
    )
