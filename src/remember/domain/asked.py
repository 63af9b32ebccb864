"""Which relations a question asks about, by its wording: "Who uses Sylvapay?" asks for what uses it.

Only the words that mean a relation are looked at, in any of their forms, not who is its subject: what is
held about the relation of somebody named is told, whichever end they are.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from remember.domain.vocabulary import CONVERSES, PREDICATES, VERBS
from remember.domain.wordlists import ALIKE, IRREGULAR, listed
from remember.domain.words import FUNCTION_WORDS, words

_PREPOSITIONS = listed("about at by for from in of on to with")
# Verbs that say nothing of which relation is meant: "did", "has", "is called".
_LIGHT = FUNCTION_WORDS | _PREPOSITIONS | listed("be get give go make must shall should take not no")

# Nouns for one end of a relation, and verbs that facts of it are made of in other ways than by `VERBS`.
_ENDS = """
works_for       | employer employee staff colleague
reports_to      | manager boss supervisor supervise superior
led_by          | lead leader head chair
owner           | own owner belong maintainer
authored        | author writer
founded         | founder
created         | creator
member_of       | member belong
part_of         | part
located_in      | location home situate
depends_on      | dependency need require
blocks          | blocker
participated_in | participant attendee
assigned_to     | assign assignee
decided_by      | decide
uses            | user
status          | status state
due_date        | due deadline
date            | date
named           | name call
is              | role profession occupation
"""


def _table() -> Mapping[str, tuple[tuple[str, str], ...]]:
    """For each governed predicate the words that ask for it, each with its preposition or ""."""
    found: dict[str, list[tuple[str, str]]] = {name: [] for name in PREDICATES}
    for wording, name in (*VERBS.items(), *CONVERSES.items()):
        word, _, preposition = wording.partition(" ")
        found[name].append((word, preposition))
    for row in _ENDS.strip().splitlines():
        name, _, nouns = row.partition("|")
        found[name.strip()] += [(noun, "") for noun in nouns.split()]
    return MappingProxyType({name: tuple(wordings) for name, wordings in found.items()})


_WORDINGS = _table()
_PLAIN: Mapping[str, str] = MappingProxyType(
    {form: plain for participle, (plain, past) in IRREGULAR.items() for form in (past, participle)}
)
_FIRST: Mapping[str, str] = MappingProxyType(
    {word: row[0] for row in reversed(ALIKE) for word in row if not any("_" in one for one in row)}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedRelations:
    """The relations that a question's wording may mean: governed predicates, and stems of its own words."""

    predicates: frozenset[str] = frozenset()
    stems: frozenset[int] = frozenset()
    stem: Callable[[str], int] = hash

    def include(self, predicate: str) -> bool:
        """Whether a fact of this predicate says what the question asks for."""
        if predicate in PREDICATES:
            return predicate in self.predicates
        name = predicate.partition(":")[2].replace("_", " ")
        said = {self.stem(_plain(word)) for word in words(name) if word not in _LIGHT}
        return bool(said) and said <= self.stems


def asked_relations(
    question: str, *, names: Collection[int] = frozenset(), stem: Callable[[str], int]
) -> AskedRelations:
    """What a question asks about, besides whom it names.

    `stem` gives one value for all regular forms of a word, and `names` are the stems of the names' words.
    """
    said = [word for word in words(question) if stem(word) not in names]
    stems = [stem(_plain(word)) for word in said]
    return AskedRelations(
        predicates=frozenset(
            name for name in PREDICATES if any(_is_asked(one, said, stems, stem) for one in _WORDINGS[name])
        ),
        stems=frozenset(one for one, word in zip(stems, said, strict=True) if word not in _LIGHT),
        stem=stem,
    )


def _is_asked(
    wording: tuple[str, str], said: Sequence[str], stems: Sequence[int], stem: Callable[[str], int]
) -> bool:
    word, preposition = wording
    root = stem(_plain(word))
    places = [at for at, one in enumerate(stems) if one == root]
    return any(not preposition or preposition in (_preposition(said, at) or preposition) for at in places)


def _preposition(said: Sequence[str], at: int) -> str | None:
    """The preposition of a verb: right behind it, or at the end of the question, or at its head."""
    for place in (at + 1, len(said) - 1, 0):
        if place < len(said) and place != at and said[place] in _PREPOSITIONS:
            return said[place]
    return None


def _plain(word: str) -> str:
    """A word in the form that stands for all of its meaning: "bought" and "purchase" are "buy"."""
    first = _FIRST.get(word, word)
    return _PLAIN.get(first, first)
