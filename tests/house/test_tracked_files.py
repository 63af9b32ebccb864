"""Nothing that is kept names one machine or the place where packages come from."""

import re

from tests.house.tree import ROOT, tracked_files

# Written in pieces, so that the rules do not find themselves.
_MACHINE = re.compile(
    r"(?<![\w.~-])/(?:" + r"work|farm|root|home/[a-z]|Users/[a-z])/"
    r"|\.\." + "/shared" + r"|\.py" + r"env\b|site-packages/[a-z]"
)
_INDEX = re.compile(
    r"pypi"
    r"\.(?:org|python\.org)|files\.python"
    r"hosted|--(?:extra-)?index"
    r"-url|find"
    r"-links\s*="
    r"|file" + r":///|registry\.npm" + r"js|huggingface" + r"\.co\b"
)
_ADDRESS = re.compile(r"[a-z+]+://|@ [a-z]+:|^-[-a-z]", re.MULTILINE)
_UNREADABLE = frozenset({".gz", ".png", ".pdf", ".docx", ".ico", ".woff2", ".zip", ".svg"})


def machine_paths(name: str, text: str) -> list[str]:
    return [f"{name}: {found.group()!r} is a path of one machine" for found in _MACHINE.finditer(text)]


def package_hosts(name: str, text: str) -> list[str]:
    return [f"{name}: {found.group()!r} says where packages come from" for found in _INDEX.finditer(text)]


def addresses(name: str, lock: str) -> list[str]:
    """Any address or installer option in a lock, and any requirement without version and hash."""
    code = "\n".join(line for line in lock.splitlines() if not line.lstrip().startswith("#"))
    options = re.sub(r"^ +--hash=sha256:[0-9a-f]{64}(?: \\)?$", "", code, flags=re.MULTILINE)
    found = [f"{name}: {match.group()!r} is an address or an option" for match in _ADDRESS.finditer(options)]
    pinned = re.compile(r"^[a-z0-9][a-z0-9._-]*==\S+ \\\n +--hash=", re.MULTILINE)
    named = re.findall(r"^[a-z0-9].*$", code, re.MULTILINE)
    if len(pinned.findall(code)) != len(named):
        found.append(f"{name}: a requirement has no version or no hash")
    return found


def test_a_machine_path_is_seen() -> None:
    for text in ("cd /" + "work/main", "see ../" + "shared/x", "~/.py" + "env/bin", "'/" + "root/x'"):
        assert machine_paths("a", text) != [], text
    for text in ("the network/work/life", "/var/lib/remember", "https://example.org/" + "work/x", "/tmp/x"):
        assert machine_paths("a", text) == [], text


def test_a_package_host_is_seen() -> None:
    for text in ("https://pypi" + ".org/simple", "--index" + "-url x", "file" + ":///opt/x"):
        assert package_hosts("a", text) != [], text
    assert package_hosts("a", "pip install remember-engine") == []


def test_an_address_in_a_lock_is_seen() -> None:
    good = f"one==1.0 \\\n    --hash=sha256:{'a' * 64} \\\n    --hash=sha256:{'b' * 64}\n    # via two\n"
    assert addresses("a", good) == []
    for bad in (
        "--extra-index" + "-url x\n",
        "three @ https://example.org/three.whl\n",
        "four==1\n",
        "five>=1\n",
    ):
        assert addresses("a", good + bad) != [], bad


def test_no_kept_file_names_a_machine_or_a_package_host() -> None:
    found = []
    for path in tracked_files():
        if path.suffix not in _UNREADABLE:
            name, text = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8", errors="replace")
            found += machine_paths(name, text) + package_hosts(name, text)
    assert found == []


def test_every_lock_names_versions_and_hashes_and_no_address() -> None:
    locks = sorted((ROOT / "requirements").glob("*.txt"))
    assert [path.name for path in locks] == ["dev.txt", "run.txt"]
    assert [complaint for path in locks for complaint in addresses(path.name, path.read_text())] == []
