"""The governed vocabulary: which predicates facts are made of, which hold one value at a time, how they read.

A verb without an entry becomes `other:<verb>`; an attribute without one `attribute:<name>`.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from remember.domain.wordlists import listed
from remember.errors import Incorrect


@dataclass(frozen=True, slots=True, kw_only=True)
class Predicate:
    """A predicate: `exclusive` ones hold one object or value of a subject at a time, so that rivals meet.

    `says` and `denies` are sentences with {subject} and {object} in place of the two ends.
    """

    name: str
    says: str
    denies: str
    exclusive: bool = False


def _table(rows: str) -> Mapping[str, Predicate]:
    found = {}
    for row in rows.strip().splitlines():
        name, verb, denial, *rest = (cell.strip() for cell in row.split("|"))
        found[name] = Predicate(
            name=name,
            says=f"{{subject}} {verb} {{object}}",
            denies=f"{{subject}} {denial} {{object}}",
            exclusive="one" in rest,
        )
    return MappingProxyType(found)


# name | says | denies | "one" where a subject has one at a time
_ROWS = """
related_to      | is related to        | is not related to
works_for       | works for            | does not work for            | one
member_of       | is a member of       | is not a member of
affiliated_with | is affiliated with   | is not affiliated with
founded         | founded              | did not found
located_in      | is in                | is not in                    | one
part_of         | is part of           | is not part of
authored        | wrote                | did not write
created         | created              | did not create
about           | is about             | is not about
knows_about     | knows about          | does not know about
knows           | knows                | does not know
participated_in | took part in         | did not take part in
works_on        | works on             | does not work on
uses            | uses                 | does not use
reports_to      | reports to           | does not report to           | one
blocks          | blocks               | does not block
depends_on      | depends on           | does not depend on
concerns        | concerns             | does not concern
decided_by      | was decided by       | was not decided by
assigned_to     | is assigned to       | is not assigned to           | one
pursues         | pursues              | does not pursue
led_by          | is led by            | is not led by                | one
owner           | is owned by          | is not owned by              | one
status          | is                   | is not                       | one
date            | is on                | is not on                    | one
due_date        | is due on            | is not due on                | one
named           | is called            | is not called                | one
value           | is                   | is not                       | one
is              | is                   | is not
has             | has                  | has no
likes           | likes                | does not like
says            | says that            | does not say that
"""
PREDICATES = _table(_ROWS)

_OTHER = re.compile(r"other:[a-z][a-z0-9_]{0,40}")
_ATTRIBUTE = re.compile(r"attribute:[^\W\d][\w]{0,60}")
# What several may be of one thing, or have been.
_OF_SEVERAL = re.compile(r"(?:co|ex|former|past|previous)\b")
_NOT_WORD = re.compile(r"[\W]+")


def predicate(name: str) -> Predicate:
    """The predicate of that name; an unknown one is refused, `other:` and `attribute:` names are made."""
    if name in PREDICATES:
        return PREDICATES[name]
    words = name.partition(":")[2].replace("_", " ")
    if _ATTRIBUTE.fullmatch(name):
        says, denies = (
            f"The {words} of {{subject}} is {{object}}",
            f"The {words} of {{subject}} is not {{object}}",
        )
        return Predicate(name=name, says=says, denies=denies, exclusive=not _OF_SEVERAL.match(words))
    if _OTHER.fullmatch(name):
        return Predicate(
            name=name, says=f"{{subject}} {words} {{object}}", denies=f"{{subject}} not {words} {{object}}"
        )
    raise Incorrect(
        f"predicate {name!r} is not in the vocabulary",
        hint="use a predicate of the vocabulary, or other:<verb> in lower-case letters, digits and _",
    )


def is_exclusive(name: str) -> bool:
    """Whether a subject has one object or value of this predicate at a time."""
    return predicate(name).exclusive


def attribute(words: str) -> str:
    """The predicate of an attribute named in words: a governed one where there is one."""
    key = _NOT_WORD.sub("_", words.casefold()).strip("_")
    known = _ATTRIBUTE_NAMES.get(key)
    if known:
        return known
    made = f"attribute:{key[:60]}"
    return made if _ATTRIBUTE.fullmatch(made) else f"attribute:no_{key[:57]}"


def other(words: str) -> str:
    """The `other:` predicate of a verb phrase."""
    key = re.sub(r"[^a-z0-9]+", "_", words.casefold()).strip("_")
    made = f"other:{key}"[:47].rstrip("_")
    return made if _OTHER.fullmatch(made) else "other:states"


def label(name: str, subject: str, target: str, *, positive: bool = True) -> str:
    """A readable sentence for a fact, without dates and without a full stop."""
    known = predicate(name)
    sentence = (known.says if positive else known.denies).format(subject=subject, object=target)
    return sentence[:1].upper() + sentence[1:]


_ATTRIBUTE_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "status": "status",
        "state": "status",
        "owner": "owner",
        "owned_by": "owner",
        "responsible": "owner",
        "due": "due_date",
        "due_date": "due_date",
        "deadline": "due_date",
        "date": "date",
        "when": "date",
        "assignee": "assigned_to",
        "assigned_to": "assigned_to",
        "location": "located_in",
        "employer": "works_for",
        "manager": "reports_to",
        "boss": "reports_to",
        "supervisor": "reports_to",
        "name": "named",
        "lead": "led_by",
        "leader": "led_by",
        "team_lead": "led_by",
    }
)
# Parts in a thing that one person has at a time.
_PARTS = listed(
    """
    chair chairman chairwoman chairperson president director secretary treasurer captain manager head lead
    leader coach mayor minister principal ceo cto cfo coo editor curator conductor governor maintainer
    coordinator commander chancellor dean rector landlord landlady representative spokesperson spokesman
    spokeswoman warden steward caretaker bursar registrar husband wife spouse
    """
)
# What people are for a living: who is one of these at a firm works for it.
_OCCUPATIONS = listed(
    """
    accountant administrator analyst apprentice architect assistant auditor baker barista bookkeeper buyer
    carpenter cashier chef chemist cleaner clerk consultant cook counsellor dentist designer developer doctor
    driver economist electrician engineer fitter foreman gardener geologist guard inspector intern journalist
    lawyer lecturer librarian machinist mechanic midwife nurse officer operator paramedic pharmacist physicist
    physiotherapist planner plumber porter professor programmer receptionist recruiter researcher salesman
    saleswoman scientist supervisor surgeon surveyor teacher technician translator tutor vet waiter waitress
    welder
    """
)
_NEW = listed("new current present")
_OTHER_TIMES = listed("former past previous late first second next last future only honorary co")


def part_in(words: str) -> str | None:
    """The attribute of a thing that somebody is by these words ("new treasurer"); None where many may be.

    Who was something before, is so beside others or will be, is not what a thing has.
    """
    said = [word for word in words.casefold().split() if word not in _NEW]
    if not said or said[-1] not in _PARTS or "-" in words or set(said) & _OTHER_TIMES:
        return None
    return attribute(" ".join(said))


def is_former(words: Iterable[str]) -> bool:
    """Whether a part is said to be of another time: "the former clerk", "a future clerk"."""
    return bool(_OTHER_TIMES & set(words))


def is_job(noun: str) -> bool:
    """Whether somebody who is this somewhere works there: a clerk, and not a guest."""
    return noun.casefold() in _OCCUPATIONS | _PARTS


def is_new(words: str) -> bool:
    """Whether a part is said to have come to somebody lately: "the new treasurer"."""
    return "new" in words.casefold().split()


# Verbs, with the preposition that belongs to them where one does, and the predicate that they mean.
VERBS: Mapping[str, str] = MappingProxyType(
    {
        "work for": "works_for",
        "work at": "works_for",
        "work on": "works_on",
        "report to": "reports_to",
        "live in": "located_in",
        "reside in": "located_in",
        "base in": "located_in",
        "locate in": "located_in",
        "belong to": "part_of",
        "use": "uses",
        "utilize": "uses",
        "utilise": "uses",
        "depend on": "depends_on",
        "rely on": "depends_on",
        "block": "blocks",
        "know about": "knows_about",
        "know": "knows",
        "concern": "concerns",
        "pursue": "pursues",
        "found": "founded",
        "write": "authored",
        "author": "authored",
        "create": "created",
        "attend": "participated_in",
        "participate in": "participated_in",
        "like": "likes",
        "love": "likes",
        "enjoy": "likes",
        "prefer": "likes",
        "adore": "likes",
        "favour": "likes",
        "favor": "likes",
    }
)
# What says a predicate where both of its ends are names, and may say something else of other words: "runs on
# Sylvapay", and not "runs on the ridge". A participle stands as it is written, behind "be".
BETWEEN_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "run on": "uses",
        "make use of": "uses",
        "be built on": "uses",
        "be run on": "uses",
        "be assigned to": "assigned_to",
        "be employed at": "works_for",
        "be situated in": "located_in",
        "be situated at": "located_in",
        "be headquartered in": "located_in",
        "be headquartered at": "located_in",
    }
)
# Verbs that say a predicate from its other end: whom Corvo employs works for it.
CONVERSES: Mapping[str, str] = MappingProxyType({"employ": "works_for", "power": "uses"})
DISLIKES = frozenset(
    {
        "hate",
        "hat",  # what the parser makes of "hates"
        "abhor",
        "dislike",
        "detest",
        "loathe",
        "despise",
    }
)

# Adjectives whose opposites are one property: the property, and whether the word affirms it.
POLES: Mapping[str, tuple[str, bool]] = MappingProxyType(
    {
        "permitted": ("allowed", True),
        "allowed": ("allowed", True),
        "forbidden": ("allowed", False),
        "prohibited": ("allowed", False),
        "banned": ("allowed", False),
        "disallowed": ("allowed", False),
        "enabled": ("enabled", True),
        "disabled": ("enabled", False),
        "available": ("available", True),
        "unavailable": ("available", False),
        "possible": ("possible", True),
        "impossible": ("possible", False),
        "required": ("required", True),
        "mandatory": ("required", True),
        "optional": ("required", False),
        "active": ("active", True),
        "inactive": ("active", False),
        "safe": ("safe", True),
        "unsafe": ("safe", False),
    }
)

# Adjectives of which a thing has one at a time, with the attribute that they give.
FAMILIES: Mapping[str, str] = MappingProxyType(
    {
        word: name
        for name, words in {
            "attribute:frequency": "hourly daily weekly fortnightly biweekly monthly quarterly yearly annual",
            "attribute:colour": "red orange yellow green blue purple violet pink brown black white grey gray",
        }.items()
        for word in words.split()
    }
)

# What a thing can be in the way of work; one at a time.
STATUSES: Mapping[str, str] = MappingProxyType(
    {
        "blocked": "blocked",
        "unblocked": "unblocked",
        "done": "done",
        "complete": "done",
        "completed": "done",
        "finished": "done",
        "open": "open",
        "closed": "closed",
        "pending": "pending",
        "paused": "paused",
        "suspended": "suspended",
        "lifted": "lifted",
        "on hold": "on hold",
        "in progress": "in progress",
        "under way": "in progress",
        "underway": "in progress",
        "under review": "in review",
        "in review": "in review",
        "cancelled": "cancelled",
        "canceled": "cancelled",
        "delayed": "delayed",
        "late": "delayed",
        "on track": "on track",
        "at risk": "at risk",
        "live": "live",
        "deprecated": "deprecated",
        "accepted": "accepted",
        "rejected": "rejected",
        "approved": "approved",
        "draft": "draft",
        "planned": "planned",
        "archived": "archived",
        "merged": "merged",
    }
)
