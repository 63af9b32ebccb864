"""One clause being read into assertions: its words as resolved, its names, its dates."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from remember.domain.claims import (
    Assertion,
    AssertionKind,
    Effect,
    Mention,
    MentionKind,
    Origin,
    Role,
    Term,
    Value,
)
from remember.domain.dates import TimeWords
from remember.domain.mentions import Name, names_in, parser_label, phrase_kind
from remember.domain.names import folded, without_honorifics
from remember.domain.pairing import paired
from remember.domain.parsed import Token
from remember.domain.resolution import Rewriting
from remember.domain.syntax import Clause, Span, Tree
from remember.domain.time import UNDATED, Period
from remember.domain.values import value_of
from remember.domain.vocabulary import PREDICATES, is_exclusive, label

T = TypeVar("T")
_LEADING = frozenset({"DT", "PDT", "CC", "IN", ",", "RB"})
_INDEFINITE = frozenset({"a", "an", "any", "each", "every", "no", "some", "another", "which", "what"})
_ARTICLES = frozenset(["the", "a", "an", "this", "that", "these", "those"])


@dataclass(slots=True)
class Statement:
    """A clause with all that is known of it; `mentions` grows as terms are asked for."""

    tree: Tree
    clause: Clause
    writing: Rewriting
    times: Sequence[TimeWords]
    known: Collection[str]
    mentions: list[Mention] = field(default_factory=list)

    def chars(self, span: Span) -> tuple[int, int]:
        """The characters of some words."""
        tokens = self.tree.tokens
        return tokens[span.first].start, tokens[span.end - 1].end

    def text(self, span: Span, *, undated: bool = False) -> str:
        """Some words as resolved; `undated` without the wordings that say on which days it is so."""
        if not span:
            return ""
        start, end = self.chars(span)
        known = [t for t in self.times if t.days is not None and not t.apart] if undated else []
        holes = [(t.lead_start, t.char_end) for t in known if t.lead_start >= start]
        return paired(self.writing.text(start, end, [hole for hole in holes if hole[1] <= end]))

    def lower(self, span: Span) -> str:
        """Some words as written, in lower case."""
        return self.tree.text(span).casefold()

    def times_in(self, span: Span) -> list[TimeWords]:
        """The wordings about time inside some words."""
        if not span:
            return []
        start, end = self.chars(span)
        return [t for t in self.times if t.char_start >= start and t.char_end <= end]

    def only_time(self, span: Span) -> TimeWords | None:
        """The wording about time that some words consist of."""
        found = self.times_in(span)
        if len(found) != 1:
            return None
        start, end = self.chars(span)
        outside = self.writing.stretch.text[start : found[0].lead_start].strip(" ,")
        after = self.writing.stretch.text[found[0].char_end : end].strip(" .,")
        return None if outside.casefold() not in {"", "the", "now"} or after else found[0]

    def ends_in_time(self, span: Span) -> bool:
        """Whether the last of some words say when: "the revenue in 2022"."""
        found = self.times_in(span)
        return bool(found) and found[-1].char_end == self.chars(span)[1]

    def without_times(self, span: Span) -> Span:
        """The words before the first wording about time."""
        end = span.end
        for time in self.times_in(span):
            while end > span.first and self.tree.tokens[end - 1].end > time.lead_start:
                end -= 1
        while end > span.first and self.tree.tokens[end - 1].pos in {"PUNCT", "ADP"}:
            end -= 1
        return Span(span.first, end)

    def trimmed(self, span: Span) -> Span:
        """A noun phrase without what stands before its first noun-like word or after its last."""
        first, end = span.first, span.end
        while first < end and self._leads_in(self.tree.tokens[first]):
            first += 1
        while end > first and self._trails(self.tree.tokens[end - 1]):
            end -= 1
        return Span(first, end)

    def _leads_in(self, token: Token) -> bool:
        return (token.tag in _LEADING or token.is_mark) and not self._may_be_name(token)

    def _trails(self, token: Token) -> bool:
        return (token.is_mark or token.pos in {"SPACE", "ADV"}) and not self._may_be_name(token)

    def _may_be_name(self, token: Token) -> bool:
        """A capital inside a sentence: the parser takes a name such as Ledgerly for an adverb."""
        starts = token.start == self.tree.tokens[self.clause.whole.first].start
        return token.tag == "RB" and token.text[0].isupper() and not starts

    def trimmed_prep(self, span: Span) -> Span:
        """A prepositional phrase without its preposition."""
        return (
            self.trimmed(span)
            if span and self.tree.tokens[span.first].pos == "ADP"
            else Span(span.end, span.end)
        )

    def certain(self, span: Span) -> bool:
        """Whether no pronoun in some words was left unresolved."""
        if not span:
            return True
        start, end = self.chars(span)
        return not any(start <= t.start < end and not self._is_aside(t) for t in self.writing.unresolved)

    def _is_aside(self, token: Token) -> bool:
        """ "My" in "my friend Bo": whoever speaks, Bo is Bo."""
        if token.tag != "PRP$":
            return False
        owned = next(n for n, t in enumerate(self.tree.tokens) if t is token)
        head = self.tree.tokens[owned].head
        return self.tree.child(head, "appos") is not None

    def names(self, span: Span) -> list[Name]:
        """The names among some words."""
        return names_in(self.tree, span, self.known)

    def is_person(self, span: Span) -> bool:
        """Whether some words seem to name a person; no person is called LockJar, whatever the parser says."""
        plain = self.text(span).istitle()
        known = any(name.kind is MentionKind.PERSON for name in self.names(span))
        return known or (plain and parser_label(self.tree, span) == "PERSON")

    def term(self, span: Span, role: Role, *, entity: bool = False) -> Term | None:
        """A noun phrase as an end of an assertion; a name, team, project or document becomes a mention.

        Where `entity`, so does any phrase for one definite thing of more than one word ("the ticket reader").
        """
        specific = self._is_specific(span)
        span = self.trimmed(span)
        if not span or not self.certain(span):
            return None
        text = self.text(span)
        if not text or not any(c.isalnum() for c in text):
            return None
        resolved = self._resolved(span)
        name = self._naming(span)
        entity = specific and (entity or phrase_kind(text) is not MentionKind.UNKNOWN)
        if resolved or name or entity:
            words = name.words if name else span
            kind = MentionKind.PERSON if resolved else (name.kind if name else phrase_kind(text))
            return self._mention(words, role, kind)
        article = self.tree.tokens[span.first - 1].text if span.first > self.clause.whole.first else ""
        text = f"the {text}" if article.casefold() == "the" else text
        return Term(text=text, key=folded(text))

    def terms(self, span: Span, role: Role, *, entity: bool = False) -> list[Term]:
        """The same for a list of names ("Ravi and Dana"); other lists stay one phrase."""
        names = self.names(span)
        if len(names) > 1 and self._is_list(span, names):
            found = [self.term(name.words, role, entity=entity) for name in names]
            return [term for term in found if term is not None]
        term = self.term(span, role, entity=entity)
        return [term] if term else []

    def _is_specific(self, span: Span) -> bool:
        """Whether a noun phrase means one definite thing, and says in more than a word which."""
        core = self._core(self.trimmed(span))
        leading = {self.tree.tokens[n].text.casefold() for n in range(span.first, core.first)}
        content = [t for t in self.tree.words(core) if t.pos in {"NOUN", "PROPN", "ADJ", "NUM", "VERB"}]
        singular = bool(core) and self.tree.tokens[core.end - 1].tag in {"NN", "NNP"}
        return singular and len(content) > 1 and not leading & _INDEFINITE

    def _is_list(self, span: Span, names: list[Name]) -> bool:
        inside = {n for name in names for n in range(name.words.first, name.words.end)}
        # "Does not use A or B" denies each; "uses A or B" says it of neither.
        joining = {"and", ",", "&", "both"} if not self.clause.negated else {",", "or", "nor"}
        between = [
            self.tree.tokens[n].text.casefold() for n in range(span.first, span.end) if n not in inside
        ]
        if not between or not set(between) <= {"the", *joining}:
            return False
        joined = {"and", "&", "or", "nor"} & set(between)
        return bool(joined) or between.count(",") > 1  # "Kern uses Medibook, Tarn Carelog" is no list

    def _resolved(self, span: Span) -> bool:
        if span.end - span.first != 1:
            return False
        start, end = self.chars(span)
        return any(
            e.start == start
            and e.end == end
            and e.origin in {Origin.SPEAKER, Origin.PRONOUN}
            and " and " not in e.text
            for e in self.writing.edits
        )

    def _naming(self, span: Span) -> Name | None:
        """The name that a noun phrase is, ends in, or has in it."""
        span = self._core(span)
        names = self.names(span)
        if not names or any(
            token.tag in {"POS", "PRP$"} for token in self.tree.words(Span(span.first, names[0].words.first))
        ):
            names = [n for n in names if n.words.end == span.end and self._apposed(span, n)]
        if not names:
            return None
        last = names[-1]
        after = [self.tree.tokens[n] for n in range(last.words.end, span.end)]
        if any(
            token.tag in {"POS", "IN", "WP", "WDT", "TO"} or token.pos in {"VERB", "PUNCT"} for token in after
        ):
            return None
        if not after:
            before = self.tree.tokens[last.words.first - 1].text if last.words.first > span.first else ""
            kind = phrase_kind(before) if before else MentionKind.UNKNOWN
            return (
                last
                if kind is MentionKind.UNKNOWN
                else Name(Span(last.words.first - 1, last.words.end), kind)
            )
        if after[-1].tag not in {"NN", "NNP"}:
            return None
        kind = phrase_kind(self.tree.text(span))
        return Name(span, kind)

    def _core(self, span: Span) -> Span:
        """A noun phrase up to the preposition or aside that says more of it; a name may hold an "of"."""
        inside = {n for name in self.names(span) for n in range(name.words.first, name.words.end)}
        for number in range(span.first + 1, span.end):
            token = self.tree.tokens[number]
            following = self.tree.tokens[number + 1].tag if number + 1 < span.end else ""
            aside = token.text == "," and following in {"DT", "CD", "WDT", "WP", "WP$", "WRB"}
            joins = token.tag == "CC" and following in {"VBZ", "VBD", "VBP", "MD"}
            if (token.pos == "ADP" or aside or joins or token.text == "(") and number not in inside:
                return Span(span.first, number)
        return span

    def _apposed(self, span: Span, name: Name) -> bool:
        if self.tree.tokens[name.words.end - 1].dep == "appos":
            return True  # "the mill's spokeswoman, Marit Lund"
        return (
            self.tree.tokens[name.words.end - 1].dep in {"nsubj", "dobj", "pobj"}
            and len([t for t in self.tree.words(span) if t.tag == "POS"]) == 0
        )

    def _mention(self, words: Span, role: Role, kind: MentionKind) -> Term:
        text = self.text(words)
        if self.tree.tokens[words.end - 1].tag == "PRP$":
            text = text.removesuffix("'s")
        words_of_name = text.split()
        while len(words_of_name) > 1 and words_of_name[0].casefold() in _ARTICLES:
            words_of_name = words_of_name[1:]
        name = without_honorifics(" ".join(words_of_name)).strip("\"'“”‘’ ")
        start, end = self.chars(words)
        first, last = self.writing.stretch.at(start, end)
        mention = Mention(
            surface=self.writing.stretch.text[start:end],
            name=name,
            char_start=first,
            char_end=last,
            kind=kind,
            role=role,
        )
        for number, other in enumerate(self.mentions):
            if (other.char_start, other.name) == (first, name):
                return Term(text=name, key=folded(name), mention=number)
        self.mentions.append(mention)
        return Term(text=name, key=folded(name), mention=len(self.mentions) - 1)

    def is_copular(self) -> bool:
        """Whether the clause only says what its subject is or was."""
        return self.tree.tokens[self.clause.verb].lemma == "be"

    def first_of(
        self, readers: Iterable[Callable[["Statement", T], list[Assertion]]], words: T
    ) -> list[Assertion]:
        """What the first reader that finds something makes; names asked for in vain are forgotten."""
        kept = len(self.mentions)
        for reader in readers:
            made = reader(self, words)
            if made:
                return made
            del self.mentions[kept:]
        return []

    def other_mentions(self, values: Collection[str]) -> None:
        """Mention the remaining names of the clause, but those that are only a value ("blue")."""
        taken = {(m.char_start, m.char_end) for m in self.mentions}
        for name in self.names(self.clause.whole):
            first, last = self.writing.stretch.at(*self.chars(name.words))
            if folded(self.tree.text(name.words)) not in values and not any(
                a <= first and last <= b for a, b in taken
            ):
                self._mention(name.words, Role.OTHER, name.kind)
        for edit in self.writing.edits:
            owner = edit.text.removesuffix("'s")
            is_person = edit.origin in {Origin.SPEAKER, Origin.PRONOUN} and owner[:1].isupper()
            first, last = self.writing.stretch.at(edit.start, edit.end)
            start, end = self.chars(self.clause.whole)
            if (
                is_person
                and start <= edit.start < end
                and not any(m.char_start == first for m in self.mentions)
            ):
                if any(folded(m.name) == folded(owner) for m in self.mentions) or " and others" in owner:
                    continue
                if edit.origin is Origin.SPEAKER and edit.text == _verb_form(edit.text):
                    continue
                self.mentions.append(
                    Mention(
                        surface=self.writing.stretch.text[edit.start : edit.end],
                        name=owner,
                        char_start=first,
                        char_end=last,
                        kind=MentionKind.UNKNOWN,
                        role=Role.OTHER,
                    )
                )


def _verb_form(text: str) -> str:
    return text if text.islower() else ""


def relation(
    subject: Term,
    name: str,
    target: Term,
    *,
    effect: Effect = Effect.HOLDS,
    period: Period = UNDATED,
    positive: bool = True,
) -> Assertion:
    """A relation where both ends are mentions and it is affirmed; else an observation of the same."""
    both = subject.mention is not None and target.mention is not None
    known = name in PREDICATES or name.startswith("other:")
    kind = AssertionKind.RELATION if both and known and positive else AssertionKind.OBSERVATION
    return Assertion(
        kind=kind,
        subject=subject,
        predicate=name,
        object=target if target.mention is not None else None,
        value=value_of(target.text) if target.mention is None else None,
        positive=positive,
        effect=effect,
        period=period,
        label=label(name, subject.text, target.text, positive=positive),
    )


def observation(
    subject: Term | None,
    name: str,
    value: Value,
    *,
    sentence: str = "",
    effect: Effect = Effect.HOLDS,
    period: Period = UNDATED,
    positive: bool = True,
) -> Assertion:
    """An observation; its label is the sentence given, else what the vocabulary makes of it."""
    made = label(name, subject.text if subject else "", value.text, positive=positive)
    return Assertion(
        kind=AssertionKind.OBSERVATION,
        subject=subject,
        predicate=name,
        value=value,
        positive=positive,
        effect=effect,
        period=period,
        label=sentence or f"{made}.",
    )


def dated(made: Iterable[Assertion], period: Period) -> tuple[Assertion, ...]:
    """The assertions of one claim in its period.

    An end of no known time denies what it ended, from when it was said; where the claim says what came in
    the place of that, it says no more than this. What is only supposed is kept: it says what was left.
    """
    placed = [replace(a, period=period) for a in made]
    begun = {_slot(a) for a in placed if a.effect is Effect.BEGINS and is_exclusive(a.predicate)}
    return tuple(_over(a) for a in placed if a.supposed or not (_is_undated_end(a) and _slot(a) in begun))


def _slot(assertion: Assertion) -> tuple[str, str]:
    return assertion.subject.key if assertion.subject else "", assertion.predicate


def _is_undated_end(assertion: Assertion) -> bool:
    return assertion.effect is Effect.ENDS and assertion.period == UNDATED


def _over(assertion: Assertion) -> Assertion:
    if not _is_undated_end(assertion):
        return assertion
    subject, target = assertion.subject, assertion.object or assertion.value
    ends = subject.text if subject else "", target.text if target else ""
    said = label(assertion.predicate, *ends, positive=not assertion.positive)
    return replace(
        assertion,
        kind=AssertionKind.OBSERVATION,
        positive=not assertion.positive,
        effect=Effect.HOLDS,
        label=said if assertion.object else f"{said}.",
    )


def is_any(statement: Statement, span: Span) -> bool:
    """Whether a noun phrase means one or some of a kind, and not which: "a boat", "three vans"."""
    core = statement._core(statement.trimmed(span))
    if not core:
        return False
    first, head = statement.tree.tokens[core.first], statement.tree.tokens[core.end - 1]
    if core.first > statement.clause.whole.first:
        before = statement.tree.tokens[core.first - 1].text.casefold()
        if before in _INDEFINITE | _ARTICLES:
            return before in _INDEFINITE
    counted = first.tag == "CD" and head.tag in {"NN", "NNS"}
    return counted or (head.tag == "NNS" and first.tag not in {"PRP$", "DT"} and not statement.names(core))
