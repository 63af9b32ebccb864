"""Propositions against a standard that lists every wording of each fact: right only where all words agree.

A proposition is right if it is one of the wordings of a fact, words in brackets being optional; a fact is
found if any proposition is one of its wordings.
"""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from remember.domain.propositions import Proposition, propositions_of
from remember.domain.selection import sentences_of
from remember.domain.syntax import Tree
from tools.evaluate.figures import Evaluation, Figure, Ground, share
from tools.evaluate.reading import parsed

_FIRST = re.compile(r"sent_id:(\d+)\t")
_CLUSTER = re.compile(r"(\d+)--> Cluster (\d+):")
_PARTS = re.compile(r"\[[^\]]*\]|[^\s\[\]]+")
_ARROW = " --> "

Pattern = list[tuple[list[str], bool]]
Wording = tuple[Pattern, Pattern, Pattern]


async def measure(ground: Ground) -> list[Figure]:
    """Parse every sentence, and compare."""
    sentences: dict[str, str] = json.loads(_one(ground.data, "*sentences*.json").read_text(encoding="utf-8"))
    gold = dict(_gold(_one(ground.data, "*gold*annotations*.txt")))
    right = made = found = facts = 0
    for number, reading in zip(sentences, parsed(list(sentences.values())), strict=True):
        tree = Tree(reading)
        said = [one for sentence in sentences_of(reading) for one in propositions_of(tree, sentence)]
        clusters = gold.get(number, [])
        made, facts = made + len(said), facts + len(clusters)
        right += sum(any(_is_one_of(one, cluster) for cluster in clusters) for one in said)
        found += sum(any(_is_one_of(one, cluster) for one in said) for cluster in clusters)
    precision, recall = right / max(made, 1), found / max(facts, 1)
    score = 2 * precision * recall / max(precision + recall, 1e-9)
    return [
        Figure(name="F1", value=score, n=facts, floor=0.34),
        share("precision", right, made, floor=0.50),
        share("recall", found, facts),
    ]


def _one(folder: Path, pattern: str) -> Path:
    return next(iter(sorted(folder.glob(pattern))))


def _gold(path: Path) -> Iterator[tuple[str, list[list[Wording]]]]:
    """For each sentence its facts, each a list of wordings."""
    number, clusters = "", list[list[Wording]]()
    for line in path.read_text(encoding="utf-8").splitlines():
        if first := _FIRST.match(line):
            if number:
                yield number, clusters
            number, clusters = first[1], []
        elif _CLUSTER.match(line):
            clusters.append([])
        elif line.count(_ARROW) == 2:
            subject, relation, argument = (_pattern(part) for part in line.split(_ARROW))
            clusters[-1].append((subject, relation, argument))
    yield number, clusters


def _pattern(text: str) -> Pattern:
    """The words of a slot, each run with whether it may be left out."""
    return [
        (part.strip("[]").casefold().split(), part.startswith("["))
        for part in _PARTS.findall(text)
        if part.strip("[] ")
    ]


def _is_one_of(one: Proposition, wordings: Sequence[Wording]) -> bool:
    slots = [text.casefold().split() for text in (one.subject, one.relation, one.argument)]
    return any(
        all(_fits(words, pattern) for words, pattern in zip(slots, wording, strict=True))
        for wording in wordings
    )


def _fits(words: Sequence[str], pattern: Pattern) -> bool:
    if not pattern:
        return not words
    (run, optional), rest = pattern[0], pattern[1:]
    if list(words[: len(run)]) == run and _fits(words[len(run) :], rest):
        return True
    return optional and _fits(words, rest)


PROPOSITIONS = Evaluation(
    name="propositions",
    needs="oie",
    measures="propositions against every wording of the facts of a sentence",
    run=measure,
)
