"""The main job, end to end: files go in, and questions get answers that say what they are worth.

    make demo [FILES="notes.md folder"] [ASK="who leads the audit"] [KEEP=1]

Only the public page of `remember` is used, and what is printed is what the reads returned.
"""

import argparse
import fcntl
import hashlib
import os
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

import remember
from examples.questions import ask_about_lantern, ask_about_yours
from examples.taking_in import example_set, given_files, take_in
from examples.telling import Teller

_HERE = Path(__file__).resolve().parent
_FOLDER = _HERE.parent / ".demo"
_FOLDER_OF_ROOT = Path("/var/lib/remember-demo") / hashlib.sha256(bytes(_FOLDER)).hexdigest()[:12]
_ELSEWHERE = ("REMEMBER_API_URL", "REMEMBER_DATABASE_URL", "REMEMBER_TENANT")


def main(arguments: Sequence[str]) -> int:
    """Run the demo; 1 where a file could not be taken in, or the memory not be opened."""
    given = _parsed(arguments)
    console = Console(width=min(Console().width, 100), highlight=False)
    began = time.monotonic()
    try:
        files = given_files(given.files)
        memory, folder = _open(given.folder, keep=given.keep)
        with memory:
            console.print(f"[bold]Remember, the demo.[/] Its memory is its own, in {folder}")
            console.rule("Files go in", align="left")
            first, *later = example_set(_HERE / "lantern")
            # Alone, so that there was a time when the memory knew no better.
            story = take_in(memory, [first], console)
            story += take_in(memory, later, console)
            yours = take_in(memory, files, console)
            console.print(f"  {len(story) + len(yours)} files in {time.monotonic() - began:.1f} s")
            teller = Teller(memory, [*story, *yours], console)
            ask_about_lantern(teller, story)
            ask_about_yours(teller, yours, given.ask)
            teller.checked()
    except (remember.RememberError, OSError) as error:
        console.print(f"the demo ended: {error}", style="red", markup=False)
        return 1
    except KeyboardInterrupt:
        return 130
    console.rule(f"{time.monotonic() - began:.0f} s in all", align="left")
    return 0 if len(yours) == len(files) else 1


def _parsed(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make demo", description="The main job, end to end.")
    parser.add_argument("files", nargs="*", help="files and folders of yours to take in as well")
    parser.add_argument("--ask", help="a question of yours")
    parser.add_argument("--keep", action="store_true", help="go on with the memory of the run before")
    parser.add_argument("--folder", type=Path, help="where the memory is; it is kept")
    return parser.parse_args(arguments)


def _open(folder: Path | None, *, keep: bool) -> tuple[remember.Client, Path]:
    """A memory that is open, and where it is."""
    for name in _ELSEWHERE:  # they would lead to a memory that is not the demo's
        os.environ.pop(name, None)
    if folder is not None:
        return _opened(folder), folder
    _be_the_only_one()
    for place in (_FOLDER, _FOLDER_OF_ROOT):
        if not keep:
            shutil.rmtree(place, ignore_errors=True)
        try:
            return _opened(place), place
        except remember.Unavailable as error:
            # Root's home lets nobody in, and PostgreSQL runs as somebody else than root.
            if error.code != "folder_unreachable" or place == _FOLDER_OF_ROOT:
                raise
            shutil.rmtree(place, ignore_errors=True)
    raise AssertionError("one of the two folders was opened, or its error raised")


def _be_the_only_one() -> None:
    """Hold a lock until this process ends: the next demo would throw this one's memory away."""
    try:
        fcntl.flock(os.open(_HERE, os.O_RDONLY), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise OSError("another demo runs in this clone") from None


def _opened(folder: Path) -> remember.Client:
    memory = remember.Client(data_dir=folder)
    try:
        memory.whoami()  # the first call opens the memory
    except BaseException:
        memory.close(drain=False)
        raise
    return memory


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
