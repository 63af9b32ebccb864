"""The names in a sentence: which words name something, and what kind of thing, as far as that is certain.

A kind is a hint that resolution may split two entities on, so it is given only where the words around the
name force it; what a small model calls a name is no reason by itself.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from remember.domain.claims import MentionKind
from remember.domain.date_names import names_somebody
from remember.domain.names import folded
from remember.domain.parsed import Token
from remember.domain.syntax import SUBJECTS, Span, Tree
from remember.domain.wordlists import WEEKLY_DAYS, listed

_NAME_TAGS = frozenset({"NNP", "NNPS"})
_NO_NAMES = listed(
    """
    i ok okay yes no hi hello hey thanks thank bye please mr mrs ms dr am pm utc gmt monday tuesday
    wednesday thursday friday saturday sunday january february march april may june july august
    september october november december q1 q2 q3 q4 christmas easter today yesterday tomorrow tonight
    wow oh woah glad happy sorry excited proud great good nice lovely hope
    """
)
_GIVEN_NAMES = frozenset({"april", "august", "hope", "june", "may"})
_COMMON_ENDINGS = tuple(
    listed("ing tion sion ment ness ity ance ence ism ship age ics ware ology graphy ability")
)
_COMMON_NOUNS = listed(
    """
    access advice air art attendance attention audio audit baggage bandwidth beauty bread breakfast
    budget business cash change charge chocolate code coffee collaboration content context control
    cooking copy cost coverage credit cutover damage dark data debt debug demand design detail dinner
    disk doc documentation education effort electricity email energy english entry equipment everyone
    everybody everything evidence exercise experience failure faith family feedback fish food freedom
    friend fuel fun furniture future garbage gold happiness hardware health heat help history home
    homework hope housing idea input insight insurance interest internet issue item job joy knowledge
    labour land latency launch law leave legal life light list load logic love luck luggage lunch
    machine mail management maths meat medicine memory message metal milk mind money most music nature
    network news nobody noise none nothing oil one onboarding operations order output overhead owner
    paper part patience payment peace people plan platform policy power practice present pressure price
    privacy product production progress proof quality query question quorum rain rate research response
    rest review revenue rice risk role rollout room rota safety salary sand schedule school scope search
    security sense service setup shopping sleep smoke snow society software someone somebody something
    space spam speed sport staff status steel stock storage stress stuff success sugar sunshine support
    talk task tax tea team tech technology thing time topic total trade traffic travel trial trouble
    trust truth type uptime usage use user value version video wait waste water wealth weather web week
    wildlife wind wine wood work year youth
    """
)
_PERSON_VERBS = listed(
    "think believe feel love hate enjoy hope live marry retire resign study eat drink cook sleep prefer "
    "remember forget volunteer like"
)
# What organisations do as well, but nobody whom "he" could mean unless a person.
_ACTING_VERBS = _PERSON_VERBS | listed(
    "say tell mention ask answer know want agree disagree decide join leave work move meet report lead "
    "manage write speak talk explain announce teach play visit travel attend suggest propose promise thank "
    "learn go"
)
_OF_NAMES = listed(
    "bank board university ministry department institute bureau office house council committee city republic "
    "secretary museum church school academy chamber court"
)
_TEAM_NOUNS = listed("team squad crew committee council board department group guild chapter")
_PROJECT_NOUNS = listed(
    """
    project migration rewrite programme program initiative rollout cutover refactor refactoring launch
    redesign pilot campaign
    """
)
_DOCUMENT_NOUNS = listed("spec specification charter handbook runbook playbook report memo proposal contract")
_ORGANISATION = re.compile(
    r"\b(?:inc|ltd|llc|gmbh|plc|corp|corporation|company|foundation|university|institute|bank)\.?$",
    re.IGNORECASE,
)
_PARTICLES = listed("of the and for de del della di da du la le van von der den bin al y e at in on to")
_LAUGH = re.compile(r"a?(?:h[aeio]){2,}h?|lo+l|a+w+|u+gh|h+m+")
_HONORIFIC = re.compile(r"^(?:mr|mrs|ms|dr|prof|sir)\.?\s", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Name:
    """Words that name something."""

    words: Span
    kind: MentionKind


def names_in(tree: Tree, span: Span, known: Collection[str]) -> list[Name]:
    """The names in a stretch of words, in order; `known` are folded names that are names for certain."""
    found: list[Name] = []
    number = span.first
    while number < span.end:
        end = number
        while end < span.end and _continues(tree, number, end, span, known):
            end += 1
        while end > number and (not _may_name(tree.tokens[end - 1]) or tree.tokens[end - 1].text == "of"):
            end -= 1
        if end > number and not _is_time(tree, Span(number, end), known):
            words = Span(number, end)
            found.append(Name(words, kind_of(tree, words)))
        number = max(end, number + 1)
    return found


def _continues(tree: Tree, start: int, at: int, span: Span, known: Collection[str]) -> bool:
    token = tree.tokens[at]
    if at == start:
        return is_name(tree, at, known)
    gap = tree.parsed.text[tree.tokens[at - 1].end : token.start]
    apart = token.dep == "appos" and tree.tokens[at - 1].head != at  # not the surname of "Marit Lund"
    if gap not in {"", " "} or apart:
        return False
    if token.pos == "NUM" and gap == " ":
        following = tree.tokens[at + 1].tag if at + 1 < span.end else ""
        return token.text.isdigit() and following != "NNS"
    if token.text == "of" and at + 1 < span.end and tree.tokens[at - 1].text.casefold() in _OF_NAMES:
        return tree.tokens[at + 1].tag in _NAME_TAGS
    if token.text in {"-", "&"} and at + 1 < span.end:
        return tree.tokens[at + 1].text[:1].isupper()
    return token.text[:1].isupper() and (token.tag in _NAME_TAGS or folded(token.text) in known)


def _is_time(tree: Tree, words: Span, known: Collection[str]) -> bool:
    """ "Wednesdays", "Ramadan": a time, unless it is known to name something."""
    if known and folded(tree.text(words)) in known:
        return False
    return any(
        entity.label in {"DATE", "TIME"}
        and entity.first_token <= words.first
        and words.end <= entity.end_token
        for entity in tree.parsed.entities
    )


def _may_name(token: Token) -> bool:
    return any(character.isalnum() for character in token.text)


def is_name(tree: Tree, number: int, known: Collection[str]) -> bool:
    """Whether a word names something rather than describing it."""
    token = tree.tokens[number]
    text = token.text
    lowered = text.casefold()
    if lowered in WEEKLY_DAYS and (not number or tree.tokens[number - 1].tag != "DT"):
        return False  # "on Mondays Mira works from home"; the Mondays Club is one
    if _opens_a_name(tree, number) or _is_called_after_a_time(tree, number):
        return True
    if lowered in _NO_NAMES or _LAUGH.fullmatch(lowered) or not text[:1].isalpha() or token.tag == "PRP":
        return False
    if known and folded(text) in known:
        return True
    if not text[0].isupper():
        return not text.isascii() and (
            token.tag in _NAME_TAGS or (text.isalpha() and _is_quoted_script(tree, text))
        )
    if token.tag in _NAME_TAGS:
        return not (_starts_sentence(tree, number) and _is_common(lowered))
    if not _starts_sentence(tree, number):
        return token.tag in {"NN", "NNS", "FW", "RB"} and not _is_common(lowered)
    return (_is_bare_subject(tree, number) or _is_numbered(tree, number)) and not _is_common(lowered)


def _is_numbered(tree: Tree, number: int) -> bool:
    """ "Pump 7" at the start of a sentence is what "owns Pump 7" names."""
    following = tree.tokens[number + 1] if number + 1 < len(tree.tokens) else None
    counts = following is not None and following.text.isdigit() and following.head == number
    return counts and tree.tokens[number].dep in SUBJECTS


def _is_quoted_script(tree: Tree, word: str) -> bool:
    """A word of a script without capitals in a sentence of one that has them is a name there."""
    if word.lower() != word.upper():
        return False
    letters = [character for character in tree.parsed.text if character.isalpha()]
    return sum(character.lower() != character.upper() for character in letters) * 2 > len(letters)


def parser_label(tree: Tree, words: Span) -> str:
    """What the parser takes a name for; "" where it has no opinion."""
    covering = (e.label for e in tree.parsed.entities if e.first_token < words.end <= e.end_token)
    return next(covering, "")


def _opens_a_name(tree: Tree, number: int) -> bool:
    """ "May" of "May Lund works", "Faith" of "Faith Roe sails": a word or not, it leads a surname there."""
    token = tree.tokens[number]
    lowered = token.text.casefold()
    if token.dep != "compound" or token.pos == "ADJ" or not (lowered.isalpha() and token.text[0].isupper()):
        return False
    if lowered in _NO_NAMES - _GIVEN_NAMES and not _is_called_after_a_time(tree, number):
        return False
    last = tree.tokens[token.head] if token.head == number + 1 else None
    return (
        last is not None
        and _starts_sentence(tree, number)
        and (last.tag in _NAME_TAGS and last.text[:1].isupper() and last.dep in SUBJECTS)
        and not _is_common(last.text.casefold())
    )


def _is_called_after_a_time(tree: Tree, number: int) -> bool:
    """ "Sunday" of "hired Sunday Okoro": a given name before a family name, and no time."""
    token = tree.tokens[number]
    if token.text.casefold() not in _NO_NAMES or not token.text[:1].isupper() or token.head != number + 1:
        return False
    within = (s for s in tree.parsed.sentences if s.first_token <= number < s.end_token)
    start = next((s.start for s in within), 0)
    return names_somebody(tree.parsed.text[start:], token.start - start, token.end - start)


def _starts_sentence(tree: Tree, number: int) -> bool:
    if number == 0:
        return True
    return tree.tokens[number - 1].text in {".", "!", "?", ":", "-", "–", "—", "“", '"', "(", "\n"}


def _is_common(lowered: str) -> bool:
    return lowered in _COMMON_NOUNS or (len(lowered) > 5 and lowered.endswith(_COMMON_ENDINGS))


def _is_bare_subject(tree: Tree, number: int) -> bool:
    """A capitalised singular noun alone before its verb, which in English is a name or a substance."""
    token = tree.tokens[number]
    if token.tag != "NN" or any(child < number for child in tree.children[number]):
        return False
    following = tree.tokens[number + 1] if number + 1 < len(tree.tokens) else None
    return following is not None and (
        following.pos in {"VERB", "AUX"} or following.tag in {"POS", "CC", "RB", "MD", "VBZ", "VBD"}
    )


def kind_of(tree: Tree, words: Span) -> MentionKind:
    """What a name names, where its own words or its verb say so."""
    text = tree.text(words)
    last = tree.tokens[words.end - 1]
    lemma = last.lemma.casefold()
    if _HONORIFIC.match(text):
        return MentionKind.PERSON
    if _ORGANISATION.search(text):
        return MentionKind.ORGANISATION
    if lemma in _TEAM_NOUNS or last.text.casefold() in _TEAM_NOUNS:
        return MentionKind.TEAM
    if lemma in _PROJECT_NOUNS or last.text.casefold() in _PROJECT_NOUNS:
        return MentionKind.PROJECT
    head = tree.tokens[last.head]
    if last.dep == "nsubj" and head.lemma in _PERSON_VERBS and words.end - words.first <= 3:
        return MentionKind.PERSON
    return MentionKind.UNKNOWN


def acts(tree: Tree, words: Span) -> bool:
    """Whether a name is the subject of what people do."""
    last = tree.tokens[words.end - 1]
    return last.dep == "nsubj" and tree.tokens[last.head].lemma in _ACTING_VERBS


def phrase_kind(text: str) -> MentionKind:
    """What a common phrase such as "the search team" names, or a name such as "Project Heron"."""
    first, _, last = folded(text).rpartition(" ")
    if last in _TEAM_NOUNS or first == "team":
        return MentionKind.TEAM
    if last in _DOCUMENT_NOUNS:
        return MentionKind.DOCUMENT
    return MentionKind.PROJECT if last in _PROJECT_NOUNS or first == "project" else MentionKind.UNKNOWN


def _has_plain_words(words: Sequence[str]) -> bool:
    """Whether some words are written as a name's are not: small letters, and no particle of one."""
    small = [
        n for n, word in enumerate(words) if word.isalpha() and word.islower() and word not in _PARTICLES
    ]
    return len(words) > 1 and any(n > 0 for n in small)


def _is_caseless(text: str) -> bool:
    """Whether a text is in a script that has no capitals."""
    return text.lower() == text.upper()


def names_a_thing(text: str) -> bool:
    """Whether a heading, row key or value is a name, or a phrase for one team, project or document."""
    words = text.split()
    if not words or len(words) > 6 or not any(c.isalpha() for c in text):
        return False
    if phrase_kind(text) is not MentionKind.UNKNOWN and len(words) > 1:
        return True
    if not any(c.isalpha() for c in words[0]) or _has_plain_words(words):
        return False  # "08:00-16:00 CET", "Mira is paged"
    if _is_caseless(text) or any(w[:1].isupper() or w[1:] != w[1:].lower() for w in words[1:]):
        return True
    return len(words) == 1 and words[0][0].isupper() and not _is_common(words[0].casefold())
