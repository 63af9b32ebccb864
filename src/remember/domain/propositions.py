"""A sentence as bare propositions: who, does what, to or with what, each in the sentence's own words.

They show what the parse gives before anything is known of the words, and are measured as such. Claims and
facts rest on assertions, which know tense, denial, names and time.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from remember.domain.parsed import Sentence
from remember.domain.syntax import Tree
from remember.domain.wordlists import listed

_SUBJECTS = listed("nsubj nsubjpass")
_DIRECT = listed("dobj attr oprd dative")
_WITH_VERB = listed("aux auxpass neg prt")
_OUTSIDE = listed("relcl acl advcl appos cc conj parataxis advmod preconj")
_PREPOSITIONAL = listed("prep agent")
_WH = listed("WDT WP WP$ WRB")


@dataclass(frozen=True, slots=True)
class Proposition:
    """Three runs of words; the relation holds the preposition of its argument."""

    subject: str
    relation: str
    argument: str


def propositions_of(tree: Tree, sentence: Sentence) -> list[Proposition]:
    """What a sentence says, verb by verb."""
    found: dict[Proposition, None] = {}
    for number in range(sentence.first_token, sentence.end_token):
        if tree.tokens[number].pos in {"VERB", "AUX"} and tree.tokens[number].dep not in {"aux", "auxpass"}:
            for one in _of_verb(tree, number):
                found.setdefault(one)
    return list(found)


def _of_verb(tree: Tree, verb: int) -> Iterator[Proposition]:
    subject = _subject(tree, verb)
    if subject is None:
        return
    group = _group(tree, verb)
    direct = [n for n in tree.children[verb] if tree.tokens[n].dep in _DIRECT and n > verb]
    adjective = tree.child(verb, "acomp")
    led = f"{group} {tree.tokens[adjective].text}" if adjective is not None else group
    led = f"{led} {_phrase(tree, direct[0])}" if direct else led
    heads = [verb] if adjective is None else [verb, adjective]
    preps = [n for head in heads for n in tree.children[head] if tree.tokens[n].dep in _PREPOSITIONAL]
    for name in (_phrase(tree, one) for one in _joined(tree, subject)):
        for target in direct:
            for one in _joined(tree, target):
                yield Proposition(name, group, _phrase(tree, one))
                yield from _of(tree, name, group, one)
        for prep in sorted(preps):
            yield from _prepositional(tree, name, led, prep)


def _prepositional(tree: Tree, name: str, led: str, prep: int) -> Iterator[Proposition]:
    target = tree.child(prep, "pobj")
    if target is None:
        return
    relation = f"{led} {tree.tokens[prep].text}"
    for one in _joined(tree, target):
        yield Proposition(name, relation, _phrase(tree, one))
        yield from _of(tree, name, relation, one)


def _of(tree: Tree, name: str, led: str, noun: int) -> Iterator[Proposition]:
    """ "Served as the head of" what follows the "of"."""
    for prep in tree.children[noun]:
        if tree.tokens[prep].dep == "prep" and tree.tokens[prep].text.casefold() == "of":
            yield from _prepositional(tree, name, f"{led} {_phrase(tree, noun, bare=True)}", prep)


def _subject(tree: Tree, verb: int, deep: int = 0) -> int | None:
    own = tree.child(verb, *_SUBJECTS)
    token = tree.tokens[verb]
    if own is not None:
        if tree.tokens[own].tag not in _WH and tree.tokens[own].text.casefold() != "that":
            return own
        return token.head if token.dep == "relcl" else None
    if deep > 3 or token.head == verb:
        return None
    if token.dep in {"conj", "xcomp"} or (token.dep == "advcl" and token.tag in {"VBG"}):
        return _subject(tree, token.head, deep + 1)
    if token.dep == "acl" and token.tag in {"VBN", "VBG"}:
        return token.head
    return None


def _group(tree: Tree, verb: int) -> str:
    token = tree.tokens[verb]
    words = [n for n in tree.children[verb] if tree.tokens[n].dep in _WITH_VERB]
    text = _text(tree, [*words, verb])
    if token.dep == "xcomp":
        return f"{_group(tree, token.head)} {text}"
    return text


def _joined(tree: Tree, head: int) -> list[int]:
    """A noun with those that "and" joins to it."""
    found = [head]
    for number in found:
        found += [n for n in tree.children[number] if tree.tokens[n].dep == "conj" and n not in found]
    return found


def _phrase(tree: Tree, head: int, *, bare: bool = False) -> str:
    """A noun with what belongs to it, but clauses, asides and prepositions; "of" stays unless `bare`."""
    numbers = [head]
    for number in numbers:
        for child in tree.children[number]:
            token = tree.tokens[child]
            if token.dep == "punct" and token.text not in {"-", "'"}:
                continue
            of = token.text.casefold() == "of" and not (bare and number == head)
            if token.dep in _OUTSIDE or (token.dep == "prep" and not of):
                continue
            numbers.append(child)
    return _text(tree, numbers)


def _text(tree: Tree, numbers: Iterable[int]) -> str:
    """Words in their order, those that cling together in the sentence clinging here."""
    text = ""
    for before, number in pairwise([-1, *sorted(numbers)]):
        clings = before == number - 1 and before >= 0 and tree.tokens[before].end == tree.tokens[number].start
        text += ("" if clings else " ") + tree.tokens[number].text
    return text.strip()
