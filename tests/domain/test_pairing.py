"""Labels are whole sentences: no half of a pair of marks, no space before a stop."""

import ast
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remember.domain.pairing import paired
from tests.domain.testimony import claims

_SOURCES = sorted(Path(__file__).parent.glob("test_*.py"))


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("45 seconds (was 30 seconds", "45 seconds"),
        ("the flag (see below) is on", "the flag (see below) is on"),
        ("30 seconds) long", "30 seconds long"),
        ('"Orders fell', "Orders fell"),
        ('He said "no" twice', 'He said "no" twice'),
        ("“Orders fell .", "Orders fell."),
        ("(was 30 seconds", "was 30 seconds"),
        ("Orders fell .,", "Orders fell."),
    ],
)
def test_half_of_a_pair_is_left_out(text: str, kept: str) -> None:
    assert paired(text) == kept


@given(st.text(alphabet='ab ([)]"“”.,', max_size=20))
def test_what_is_left_is_paired(text: str) -> None:
    once = paired(text)
    assert paired(once) == once
    assert once.count('"') % 2 == 0
    assert once.count("(") == once.count(")")
    assert once.count("“") == once.count("”")


def _corpus() -> list[str]:
    """The sentences that the tests of this folder read."""
    trees = (ast.parse(source.read_text(encoding="utf-8")) for source in _SOURCES)
    found = (node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant))
    texts = (text for text in found if isinstance(text, str) and "\n" not in text)
    return sorted({text for text in texts if text.endswith(".") and 3 < len(text.split()) < 40})


def test_the_labels_of_all_that_the_tests_read_are_whole() -> None:
    corpus = _corpus()[::4]
    assert len(corpus) > 200
    labels = {a.label for text in corpus for claim in claims(text) for a in claim.assertions}
    assert [label for label in labels if not _is_whole(label)] == []


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ('"Orders fell by 22 percent in 2025."', "Orders fell by 22 percent."),
        ("The default timeout is now 45 seconds (was 30 seconds).", "The default timeout is 45 seconds."),
    ],
)
def test_a_label_of_words_in_marks_reads_as_a_sentence(text: str, label: str) -> None:
    (claim,) = claims(text)
    assert [a.label for a in claim.assertions] == [label]


def _is_whole(label: str) -> bool:
    spaced = re.search(r" [.,;?!](?: |$)", label) is not None
    pairs = [("(", ")"), ("[", "]"), ("“", "”")]
    return (
        not spaced and label.count('"') % 2 == 0 and all(label.count(a) == label.count(b) for a, b in pairs)
    )
