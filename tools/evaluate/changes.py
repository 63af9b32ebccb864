"""Recorded changes of a document, as rows to tell, and what they amount to at a time."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any

Row = dict[str, str]


@dataclass(frozen=True, slots=True)
class Topic:
    """What can be asked about: an attribute of an entity of a document."""

    doc: str
    entity: str
    attribute: str
    is_list: bool

    @property
    def words(self) -> str:
        """The attribute in words."""
        return re.sub(r"(?<=[a-z])(?=[A-Z])|[_-]", " ", self.attribute).casefold()

    def row(self, value: str) -> Row:
        """The row that says it has this value; of a list, that this is one of its members."""
        if self.is_list:
            return {"subject": value, "predicate": "member_of", "object": self.entity}
        return {"subject": self.entity, "predicate": f"attribute:{self.words}", "value": value}

    def value_in(self, label: str) -> str | None:
        """The value that a fact with this label gives it; None for a fact about something else."""
        said = label.removesuffix(".")
        if self.is_list:
            member, between, rest = said.partition(" is a member of ")
            return member if between and rest == self.entity else None
        for begin in (
            f"The {self.words} of {self.entity} is ",
            f"{self.entity} is on ",
            f"{self.entity} is ",
        ):
            if said.startswith(begin) and (begin[0] == "T" or self.attribute.casefold() in _GOVERNED):
                return said.removeprefix(begin)
        return None


# Attributes that the vocabulary has a sentence of its own for.
_GOVERNED = frozenset({"date", "status"})


@dataclass(frozen=True, slots=True)
class Change:
    """At an instant, a topic stopped having some values and began to have others."""

    topic: Topic
    lost: frozenset[str]
    gained: frozenset[str]


@dataclass(frozen=True, slots=True)
class Commit:
    """What changed at once, in one document."""

    doc: str
    number: int
    at: datetime
    changes: tuple[Change, ...]

    def rows(self) -> Iterator[Row]:
        """The commit as structured facts: a value holds from here on; what is gone without one ends here."""
        at = self.at.isoformat()
        for change in self.changes:
            for value in sorted(change.gained):
                yield change.topic.row(value) | {"valid_from": at}
            if change.topic.is_list or not change.gained:
                for value in sorted(change.lost):
                    yield change.topic.row(value) | {"effect": "ends", "valid_until": at}


def commits_of(path: Path) -> list[Commit]:
    """The commits of one document, in their order; those that change nothing that is said are left out."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    found = []
    for number, group in groupby(lines, key=lambda line: int(line["version"])):
        told = list(group)
        changes = tuple(change for change in map(_change, told) if change.lost or change.gained)
        at = datetime.fromisoformat(told[0]["recorded_at"]).astimezone(UTC)
        if changes:
            found.append(Commit(doc=told[0]["doc"], number=number, at=at, changes=changes))
    return found


def _change(line: dict[str, Any]) -> Change:
    old, new = _values(line["old"]), _values(line["new"])
    is_list = isinstance(line["new"], list) or isinstance(line["old"], list)
    topic = Topic(line["doc"], line["entity"], line["attribute"], is_list)
    return Change(topic, frozenset(old) - frozenset(new), frozenset(new) - frozenset(old))


def _values(said: Any) -> list[str]:
    """What a field says; an empty one says nothing."""
    return [str(one) for one in (said if isinstance(said, list) else [said]) if one not in (None, "")]


def held(commits: Iterable[Commit], topic: Topic, at: datetime) -> frozenset[str]:
    """What these commits say that the topic has at an instant of the world."""
    values: frozenset[str] = frozenset()
    for commit in commits:
        for change in commit.changes:
            if change.topic == topic and commit.at <= at:
                values = (values - change.lost) | change.gained
    return values


def ends(commits: Sequence[Commit]) -> set[tuple[Topic, str, datetime]]:
    """Every value that a topic lost, and when."""
    return {
        (change.topic, value, commit.at)
        for commit in commits
        for change in commit.changes
        for value in change.lost
    }
