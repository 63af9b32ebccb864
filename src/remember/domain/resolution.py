"""A sentence made to stand alone: who "I" is, which day "last week" was, whom "he" can only mean.

Every change is an edit with its origin, so that the grounding gate and a reader can check it. What is not
certain is left as it stands and marked as unresolved; nothing is guessed.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from remember.domain.claims import AddedContext, MentionKind, Origin
from remember.domain.dates import Bound, TimeWords, written
from remember.domain.mentions import acts, names_in, parser_label
from remember.domain.names import folded
from remember.domain.parsed import Token
from remember.domain.scene import Antecedent, Scene
from remember.domain.syntax import SUBJECTS, Clause, Span, Tree
from remember.domain.things import KIN, MEN, WOMEN, is_of_a_thing, subject_of_same
from remember.domain.utterances import Stretch
from remember.domain.verbs import third_person
from remember.domain.wordlists import listed


@dataclass(frozen=True, slots=True)
class Edit:
    """Characters `[start, end)` of a stretch, written otherwise."""

    start: int
    end: int
    text: str
    origin: Origin
    place: tuple[int, int] | None = None  # the stored text that justifies it


@dataclass(frozen=True, slots=True, kw_only=True)
class Speech:
    """Who speaks, and to whom where that is certain."""

    speaker: str | None
    listener: str | None = None


_GENDERS = {
    "he": "m",
    "him": "m",
    "his": "m",
    "himself": "m",
    "she": "f",
    "her": "f",
    "hers": "f",
    "herself": "f",
}
_FIRST = listed("i me my mine myself")
_WE = listed("we us our ours ourselves")
_YOU = frozenset(["you", "your", "yours", "yourself"])
_UNCERTAIN = listed("they them their theirs themselves it its itself this that these those one")
_THIRD_PERSON = {"am": "is", "'m": "is", "’m": "is", "have": "has", "'ve": "has", "’ve": "has", "do": "does"}
_THIRD_PERSON |= {"are": "is", "'re": "is", "’re": "is"}
# Verbs whose past looks like their present: a parser cannot tell "I put in effort" of today from that of May.
_SAME_PAST = listed("put cut set let hit read shut hurt quit bet spread split")
_SPELT_OUT = {"'re": "are", "’re": "are", "'ve": "have", "’ve": "have"}
_WHOLE = {"'ll": "will", "’ll": "will"}


def gender_of(text: str) -> str:
    """ "m" or "f" where the words themselves say so."""
    words = set(folded(text).split())
    if words & MEN:
        return "m"
    return "f" if words & WOMEN else ""


_DEEP = 3
_SPACE_BEFORE_MARK = re.compile(r" +([.,;:!?])(?=\s|$)")


@dataclass(slots=True)
class Rewriting:
    """A stretch with its edits."""

    stretch: Stretch
    edits: list[Edit] = field(default_factory=list)
    unresolved: list[Token] = field(default_factory=list)

    def add(self, edit: Edit) -> None:
        """One more edit; it must not overlap another."""
        self.edits.append(edit)

    def text(self, start: int, end: int, without: Iterable[tuple[int, int]] = ()) -> str:
        """The characters `[start, end)` as edited, less the ranges to leave out."""
        holes = [Edit(a, b, "", Origin.DATE) for a, b in without if a >= start and b <= end]
        covered = [(hole.start, hole.end) for hole in holes]
        edits = [
            e
            for e in self.edits
            if e.start >= start and e.end <= end and not any(a <= e.start and e.end <= b for a, b in covered)
        ]
        pieces, at = [], start
        for edit in sorted([*edits, *holes], key=lambda e: e.start):
            pieces += [self.stretch.text[at : edit.start], edit.text]
            at = edit.end
        pieces.append(self.stretch.text[at:end])
        return _SPACE_BEFORE_MARK.sub(r"\1", " ".join("".join(pieces).split()))

    def added(self, start: int, end: int) -> tuple[AddedContext, ...]:
        """Where each added word of a range came from."""
        return tuple(
            AddedContext(
                text=edit.text,
                origin=edit.origin,
                replaced=self.stretch.text[edit.start : edit.end],
                char_start=edit.place[0] if edit.place else None,
                char_end=edit.place[1] if edit.place else None,
            )
            for edit in sorted(self.edits, key=lambda e: e.start)
            if edit.start >= start and edit.end <= end
        )


# "We met Friday" needs an "on" once the day is written out; "the date is 14 March" does not.
_ADVERBIAL = re.compile(
    r"(?:last|next|this|past|previous|coming|the|earlier|later|yester|today|to(?:morrow|night)"
    r"|mon|tue|wed|thu|fri|sat|sun"
    r"|.* (?:ago|back|now|time|today|hence)$)",
    re.IGNORECASE,
)
_EVENT = re.compile(r"(?:ever )?since (?:.*\s)?(?!(?:the|in|on|of|at|during)$)\S+$")
# "Could sign in this morning": the preposition before these is the verb's.
_NEVER_LED = re.compile(r"(?:last|next|this|yester|today|tomorrow|tonight)", re.IGNORECASE)
_PREPOSITION = re.compile(
    r"\b(?:to|of|for|with|than|between|and|or|from|until|till|since|by|like|about|per)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
# "The Friday review", "her 5 June visit": the day says which.
_DETERMINER = re.compile(
    r"(?:\b(?:the|an?|this|that|my|our|your|his|her|its|their)|['’]s)\s+$", re.IGNORECASE
)


# "Tomorrow is my day off": the day is what is spoken of.
_IS = re.compile(r"\s+(?:is|was|will\s+be)\b|['’]s\s", re.IGNORECASE)


# Dates -----------------------------------------------------------------------------------------------------


def date_edits(stretch: Stretch, found: Sequence[TimeWords]) -> list[Edit]:
    """Each wording that means a day only where it was said, as the day itself."""
    edits = []
    for words in found:
        if words.ends and words.days is None and words.relative:
            text = " to ".join(written(end) for end in words.ends)
        elif words.relative and words.days is not None:
            before = stretch.text[max(0, words.char_start - 12) : words.char_start]
            opens = before.rstrip()[-1:] in {"", ".", "!", "?", ":"}
            named = opens and _IS.match(stretch.text, words.char_end) is not None
            owns = stretch.text[words.char_end : words.char_end + 2] in {"'s", "’s"}
            bare = named or owns or bool(_PREPOSITION.search(before) or _DETERMINER.search(before))
            lead = stretch.text[words.lead_start : words.char_start].strip().casefold()
            if _EVENT.match(lead):
                lead = ""  # "since her wedding last year"
            particle = lead in {"in", "on", "at"} and _NEVER_LED.match(words.text) is not None
            text = _absolute(words, bare=bare, led=bool(lead) and not particle)
        else:
            continue
        edits.append(
            Edit(
                words.char_start,
                words.char_end,
                text,
                Origin.DATE,
                stretch.at(words.char_start, words.char_end),
            )
        )
    return edits


def _absolute(words: TimeWords, *, bare: bool, led: bool) -> str:
    """The day in words, with its preposition unless it stands as a noun or says since when.

    A clock time with a zone stays with its day, both in UTC.
    """
    assert words.days is not None
    text = words.absolute or written(words.days)
    if words.instant is not None:
        text = f"{words.instant:%Y-%m-%d %H:%M} UTC"
    led = led or not _ADVERBIAL.match(words.text)
    if led or bare or (words.absolute and words.bound is Bound.SINCE):
        return text
    if " to " in text:
        return f"from {text}"
    return f"on {text}" if words.days.first == words.days.last else f"in {text}"


# People -----------------------------------------------------------------------------------------------


def resolve_people(tree: Tree, found: Clause, writing: Rewriting, scene: Scene, speech: Speech) -> None:
    """Write out the pronouns of a clause that can mean one person only; the others are unresolved."""
    for number in range(found.whole.first, found.whole.end):
        token = tree.tokens[number]
        if token.tag == "CD" and token.text.casefold() == "one" and token.dep in SUBJECTS:
            if not tree.children[number]:
                writing.unresolved.append(token)  # "one was cracked"
            continue
        if token.tag not in {"PRP", "PRP$", "DT"} or token.dep == "expl":
            continue
        word = token.text.casefold()
        if word in _FIRST or word in _WE or word in _YOU:
            _speech_pronoun(tree, found, number, writing, speech)
        elif word in _GENDERS:
            _third_person(tree, found, number, writing, scene)
        elif word in _UNCERTAIN and _stands_alone(tree, number):
            _thing(tree, found, number, writing, scene)


def _speech_pronoun(tree: Tree, found: Clause, number: int, writing: Rewriting, speech: Speech) -> None:
    token = tree.tokens[number]
    word = token.text.casefold()
    who = speech.listener if word in _YOU else speech.speaker
    if who is None or (word in _YOU and (_more_than_one(tree, number) or _anybody(tree, found, number))):
        writing.unresolved.append(token)
        return
    if word in {"our", "ours"} and _said_we(tree, found, number):
        writing.add(Edit(token.start, token.end, "theirs" if word == "ours" else "their", Origin.SPEAKER))
        return
    if word in _WE and word not in {"our", "ours"}:  # what is theirs together is the speaker's too
        who = f"{who} and others"
    owns = word in {"my", "mine", "our", "ours", "your", "yours"}
    writing.add(Edit(token.start, token.end, f"{who}'s" if owns else who, Origin.SPEAKER))
    if token.dep in SUBJECTS:
        for verb in _agreeing(tree, token.head) or _clitic(tree, number):
            _agree(tree, verb, writing, plural=word in _WE)


def _said_we(tree: Tree, found: Clause, number: int) -> bool:
    return any(tree.tokens[n].text.casefold() == "we" for n in range(found.whole.first, number))


def _more_than_one(tree: Tree, number: int) -> bool:
    """ "You all", "you two": more than the listener."""
    following = tree.tokens[number + 1].text.casefold() if number + 1 < len(tree.tokens) else ""
    return following in {"all", "guys", "both", "two", "folks"}


def _anybody(tree: Tree, found: Clause, number: int) -> bool:
    """ "Being yourself", "a friend you can rely on", "when your plans fail": anybody, not the listener."""
    token = tree.tokens[number]
    if token.text.casefold() == "yourself":
        return not any(word.text.casefold() == "you" for word in tree.words(Span(found.whole.first, number)))
    at = token.head
    for _ in range(_DEEP):
        verb = tree.tokens[at]
        if verb.pos in {"VERB", "AUX"} and verb.dep in {"relcl", "advcl", "pcomp", "ccomp"}:
            helpers = {tree.tokens[child].lemma.casefold() for child in tree.children[at]}
            in_general = verb.tag in {"VBP", "VBZ"} and bool(helpers & {"where", "when", "if"})
            return in_general or bool(token.dep in SUBJECTS and helpers & {"can", "could", "ca"})
        at = verb.head
    return False


def _agreeing(tree: Tree, verb: int) -> list[int]:
    """The verbs that take their person from the subject: the finite word of each joined verb."""
    found = []
    for head in [verb, *(c for c in tree.children[verb] if tree.tokens[c].dep == "conj")]:
        if head != verb and tree.child(head, *SUBJECTS) is not None:
            continue
        helpers = [c for c in tree.children[head] if tree.tokens[c].dep in {"aux", "auxpass"}]
        finite = [n for n in [*helpers, head] if tree.tokens[n].tag in {"VBP", "VBD", "MD"}]
        found += finite[:1]
    return found


def _clitic(tree: Tree, number: int) -> list[int]:
    """ "'m" or "'ve" right after a pronoun, whatever verb the parser gave it to."""
    after = tree.tokens[number + 1 : number + 2]
    return (
        [number + 1]
        if after and after[0].text[0] in "'’" and after[0].start == tree.tokens[number].end
        else []
    )


def _agree(tree: Tree, number: int, writing: Rewriting, *, plural: bool) -> None:
    token = tree.tokens[number]
    word = token.text
    lead = " " if word[0] in "'’" else ""
    if word.casefold() in _WHOLE:
        text = _WHOLE[word.casefold()]
    elif word in {"'d", "’d"}:
        text = "had" if token.lemma == "have" else "would"
    elif plural:
        text = _SPELT_OUT.get(word.casefold(), word)
    elif token.tag == "VBD" and word.casefold() == "were":
        text = "was"
    elif token.tag == "VBP" and word.casefold() not in _SAME_PAST:
        text = _THIRD_PERSON.get(word.casefold()) or third_person(word)
    else:
        return
    if text != word:
        writing.add(Edit(token.start, token.end, lead + text, Origin.SPEAKER))


def _third_person(tree: Tree, found: Clause, number: int, writing: Rewriting, scene: Scene) -> None:
    token = tree.tokens[number]
    gender = _GENDERS[token.text.casefold()]
    owns = token.tag == "PRP$" or token.text.casefold() in {"his", "hers"}
    himself = owns or token.text.casefold().endswith("self")
    but = () if himself else _doers(tree, number, writing)
    who = scene.only_person(gender, named_before(tree, number, writing.stretch), but)
    if who is None:
        writing.unresolved.append(token)
        return
    scene.spoke_of(who, gender)
    if himself and _named_in(tree, found, who, number, writing):
        return  # the reader of the claim sees who is meant
    writing.add(
        Edit(token.start, token.end, f"{who.text}'s" if owns else who.text, Origin.PRONOUN, who.place)
    )
    _spell_out_is(tree, number, writing)


def _doers(tree: Tree, number: int, writing: Rewriting) -> set[str]:
    """Who does to "him" what is done: "Bo stood in for him" means another than Bo."""
    at = tree.tokens[number].head
    while tree.tokens[at].pos == "ADP" and tree.tokens[at].head != at:
        at = tree.tokens[at].head
    while tree.tokens[at].dep == "conj" and tree.child(at, *SUBJECTS) is None:
        at = tree.tokens[at].head
    subject = tree.child(at, *SUBJECTS)
    if subject is None or subject >= number:
        return set()
    span = tree.span(subject)
    words = writing.text(tree.tokens[span.first].start, tree.tokens[span.end - 1].end)
    return {folded(words), *(folded(tree.text(name.words)) for name in names_in(tree, span, ()))}


def _spell_out_is(tree: Tree, number: int, writing: Rewriting) -> None:
    """ "It's slow" as "the gateway is slow", for "the gateway's" would own something."""
    for verb in _clitic(tree, number):
        token = tree.tokens[verb]
        if token.text in {"'s", "’s"} and token.tag != "POS":
            text = " has" if token.lemma == "have" else " is"
            writing.add(Edit(token.start, token.end, text, Origin.PRONOUN))


def named_before(tree: Tree, number: int, stretch: Stretch) -> list[Antecedent]:
    """The names in the sentence up to a word."""
    first = next(s.first_token for s in tree.parsed.sentences if s.first_token <= number < s.end_token)
    return people_in(tree, Span(first, number), stretch, ())


_NO_PEOPLE = listed("ORG GPE LOC FAC PRODUCT NORP EVENT WORK_OF_ART LAW LANGUAGE")


def people_in(tree: Tree, span: Span, stretch: Stretch, known: Collection[str]) -> list[Antecedent]:
    """The names in some words that can be people."""
    found = []
    for name in names_in(tree, span, known):
        text = tree.text(name.words)
        if name.kind not in {MentionKind.UNKNOWN, MentionKind.PERSON} or any(map(str.isdigit, text)):
            continue
        last = tree.tokens[name.words.end - 1]
        apposed = last.dep == "appos" and tree.tokens[last.head].lemma.casefold() in KIN
        person = name.kind is MentionKind.PERSON or acts(tree, name.words) or apposed or folded(text) in known
        label = parser_label(tree, name.words)
        place = subject_place(tree, name.words, stretch)
        found.append(
            Antecedent(
                text,
                place,
                sure=person or label not in _NO_PEOPLE,
                person=person or label == "PERSON",
            )
        )
    return found


def _named_in(tree: Tree, found: Clause, who: Antecedent, before: int, writing: Rewriting) -> bool:
    start, end = tree.tokens[found.whole.first].start, tree.tokens[before].start
    return folded(who.text) in folded(writing.text(start, end))


def _stands_alone(tree: Tree, number: int) -> bool:
    """ "This" before its own noun is no pronoun, nor is "it" in "it seems that"."""
    token = tree.tokens[number]
    if token.tag == "DT":
        return token.dep in {*SUBJECTS, "dobj", "pobj", "attr"}
    if token.text.casefold() == "it" and token.dep in SUBJECTS:
        return not _is_expletive(tree, token.head)
    return True


def _is_expletive(tree: Tree, verb: int) -> bool:
    if tree.tokens[verb].lemma in {"seem", "appear", "rain", "snow", "turn", "take"}:
        return True
    return tree.tokens[verb].lemma == "be" and any(
        tree.tokens[child].dep in {"ccomp", "xcomp", "csubj", "advcl"} and child > verb
        for child in tree.children[verb]
    )


def _thing(tree: Tree, found: Clause, number: int, writing: Rewriting, scene: Scene) -> None:
    token = tree.tokens[number]
    word = token.text.casefold()
    if word in {"its", "their", "itself", "themselves"} and found.subject and number >= found.group.first:
        return  # its own subject
    spoken_of = word in {"it", "its"} and token.dep in {*SUBJECTS, "poss"}
    named = word == "it" and is_of_a_thing(tree, number)
    certain = (spoken_of or named) and not _things_before(tree, found, number)
    what = scene.only_thing(named=named) if certain else None
    if what is None and (alike := subject_of_same(tree, number)):
        what = Antecedent(tree.text(alike), subject_place(tree, alike, writing.stretch))
    if what is None:
        writing.unresolved.append(token)
        return
    text = what.text + "'s" if word == "its" else what.text
    if number > found.whole.first:
        text = text[:1].lower() + text[1:]
    writing.add(Edit(token.start, token.end, text, Origin.PRONOUN, what.place))
    _spell_out_is(tree, number, writing)


def _things_before(tree: Tree, found: Clause, number: int) -> bool:
    return any(tree.tokens[n].tag in {"NN", "NNP"} for n in range(found.whole.first, number))


def subject_place(tree: Tree, words: Span, stretch: Stretch) -> tuple[int, int]:
    """The stored range of some words of a parsed stretch."""
    return stretch.at(tree.tokens[words.first].start, tree.tokens[words.end - 1].end)
