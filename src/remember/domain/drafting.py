"""The sentences of one utterance as claims: what each says, of whom, when, and where its words come from."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from remember.domain import assertions
from remember.domain.attribution import Attribution, attributed
from remember.domain.claims import AddedContext, Assertion, DraftClaim, Effect, EvidenceSpan, Origin, Passage
from remember.domain.dates import Reading, Tense, TimeWords, find, moved
from remember.domain.parsed import Sentence
from remember.domain.periods import NEVER_SAID, When, when
from remember.domain.resolution import (
    Antecedent,
    Rewriting,
    Scene,
    Speech,
    date_edits,
    gender_of,
    is_only_thing,
    people_in,
    resolve_people,
)
from remember.domain.selection import is_vague
from remember.domain.statement import Statement
from remember.domain.syntax import Clause, Span, Tree
from remember.domain.utterances import Utterance, quoted

_TOPIC_MOST = 80


@dataclass(slots=True)
class Drafting:
    """The sentences of one utterance, read into claims."""

    passage: Passage
    utterance: Utterance
    tree: Tree
    known: set[str]
    speech: Speech
    anchor: date | None
    scene: Scene

    def claims(self, sentence: Sentence, found: list[Clause]) -> Iterator[tuple[DraftClaim, list[str]]]:
        """A claim for each clause that stands alone, with the words that could not be resolved."""
        spans = [clause.whole for clause in found] or [Span(sentence.first_token, sentence.end_token)]
        whole = len(spans) == 1
        readings: list[Clause | None] = [*found] or [None]
        for span, clause in zip(spans, readings, strict=True):
            if clause is not None and not whole and is_vague(self.tree, clause):
                continue
            end = sentence.end if whole else self.tree.tokens[span.end - 1].end
            start = sentence.start if whole else self.tree.tokens[span.first].start
            yield self._claim(clause, span, (start, end))

    def _claim(
        self, clause: Clause | None, span: Span, chars: tuple[int, int]
    ) -> tuple[DraftClaim, list[str]]:
        start, end = chars
        tense = clause.tense if clause else Tense.NONE
        times = self._times(chars, tense, clause)
        writing = Rewriting(self.utterance.body, date_edits(self.utterance.body, times))
        known_clause = clause or _no_clause(span)
        resolve_people(self.tree, known_clause, writing, self.scene, self.speech)
        statement = Statement(self.tree, known_clause, writing, times, self.known)
        said = attributed(statement) if clause else None
        made = _assertions(statement, said) if clause else []
        moment = _moment(statement, said, made, times)
        statement.other_mentions({a.value.key for a in made if a.value is not None})
        text = _capital(writing.text(self._opening_word(known_clause, start), end))
        draft = self._draft(statement, said, made, moment, (start, end, text))
        if not known_clause.subject:
            draft = self._with_topic(draft)
        return draft, [token.text for token in writing.unresolved]

    def _opening_word(self, clause: Clause, start: int) -> int:
        """Where a claim's wording starts: after an "and" or "so" that ties it to the sentence before."""
        if clause.subject and clause.subject.first == clause.whole.first + 1:
            first = self.tree.tokens[clause.whole.first]
            if first.tag == "CC" or first.text.casefold() in {"so", "plus", "also", "then", "anyway"}:
                return self.tree.tokens[clause.subject.first].start
        return start

    def _with_topic(self, draft: DraftClaim) -> DraftClaim:
        """A note without a subject of its own, led by what it stands under."""
        owner = self.utterance.owner
        heading = self.utterance.heading_path[-1] if self.utterance.heading_path else ""
        topic = owner.text if owner and len(owner.text) <= _TOPIC_MOST and "\n" not in owner.text else heading
        if not topic or len(topic) > _TOPIC_MOST:
            return draft
        place = owner.at(0, len(owner.text)) if owner and topic == owner.text else None
        added = AddedContext(
            text=topic,
            origin=Origin.HEADING,
            char_start=place[0] if place else None,
            char_end=place[1] if place else None,
        )
        spans = draft.evidence_spans
        if place and place[0] >= self.passage.char_start:
            spans = (*spans, EvidenceSpan(char_start=place[0], char_end=place[1]))
        text = f"{topic.rstrip(':.')}: {draft.claim_text}"
        return replace(
            draft, claim_text=text, added_context=(*draft.added_context, added), evidence_spans=spans
        )

    def _times(self, chars: tuple[int, int], tense: Tense, clause: Clause | None) -> list[TimeWords]:
        """The dates of a clause; a bare weekday of a rule ("deploying on Friday is forbidden") is none."""
        words = self.tree.parsed.text[chars[0] : chars[1]]
        reading = Reading(self.anchor, tense, self.passage.day_first)
        found = [moved(times, chars[0]) for times in find(words, reading)]
        if clause is None or tense is not Tense.PRESENT:
            return found
        conditional = assertions.is_conditional(self.tree, clause)
        subject_end = self.tree.tokens[clause.group.first].start
        return [
            t for t in found if not (_WEEKDAY.fullmatch(t.text) and (conditional or t.char_end < subject_end))
        ]

    def _draft(
        self,
        statement: Statement,
        said: Attribution | None,
        made: list[Assertion],
        moment: When,
        words: tuple[int, int, str],
    ) -> DraftClaim:
        start, end, text = words
        first, last = quoted(self.passage, self.utterance.body.at(start, end))
        base = self.passage.char_start
        added = statement.writing.added(start, end)
        origin = EvidenceSpan(char_start=first, char_end=last)
        more = {
            (a.char_start, a.char_end): EvidenceSpan(char_start=a.char_start, char_end=a.char_end)
            for a in added
            if a.char_start is not None and a.char_end is not None and not first <= a.char_start < last
        }
        unresolved = ("unresolved",) if statement.writing.unresolved else ()
        return DraftClaim(
            claim_text=text,
            source_span=self.passage.text[first - base : last - base],
            char_start=first,
            char_end=last,
            evidence_spans=(origin, *more.values()),
            added_context=added,
            is_attributed=said is not None,
            holder=said.holder.text if said and said.holder else None,
            negated=assertions.negated(statement, made),
            hedged=assertions.is_hedged(statement) or bool(said and said.hedged),
            speaker=self.utterance.speaker,
            asserted_at=self.utterance.said_at or self.passage.asserted_at,
            period=moment.claim,
            flags=tuple(dict.fromkeys((*moment.flags, *unresolved))),
            mentions=tuple(statement.mentions),
            assertions=_dated(made, moment),
        )

    def remember(self, sentence: Sentence, found: list[Clause]) -> None:
        """Keep who and what this sentence named, for the pronouns of the next ones."""
        span = Span(sentence.first_token, sentence.end_token)
        for who in people_in(self.tree, span, self.utterance.body, self.known):
            self.scene.people.append((self.scene.sentence, who))
        subject = found[0].subject if found else Span(0, 0)
        if subject and is_only_thing(self.tree, subject, span):
            start, end = self.tree.tokens[subject.first].start, self.tree.tokens[subject.end - 1].end
            text = self.tree.text(subject)
            antecedent = Antecedent(text, self.utterance.body.at(start, end), gender_of(text))
            self.scene.things.append((self.scene.sentence, antecedent))
        self.scene.next_sentence()


def _no_clause(span: Span) -> Clause:
    empty = Span(span.first, span.first)
    return Clause(
        whole=span,
        subject=empty,
        subject_head=-1,
        group=empty,
        verb=span.first,
        rest=span,
        negated=False,
        no_longer=False,
        passive=False,
        modal="",
        perfect=False,
        tense=Tense.NONE,
    )


def _assertions(statement: Statement, said: Attribution | None) -> list[Assertion]:
    if said is None:
        return assertions.read(statement)
    return said.assertions


def _moment(
    statement: Statement, said: Attribution | None, made: list[Assertion], times: list[TimeWords]
) -> When:
    """The period of a claim: dates that are its subject's or its value's are not its own."""
    if said is not None or assertions.is_conditional(statement.tree, statement.clause):
        return NEVER_SAID
    taken = {a.value.text for a in made if a.value is not None and a.value.kind.value == "date"}
    if taken:
        return NEVER_SAID
    inside = statement.times_in(statement.clause.subject)
    free = [t for t in times if t not in inside]
    if not free and statement.clause.tense is Tense.PAST and statement.is_copular():
        return when(inside, Effect.HAPPENS)  # "the trip last weekend was great"
    return when(free, made[0].effect if made else Effect.HAPPENS)


def _dated(made: list[Assertion], moment: When) -> tuple[Assertion, ...]:
    return tuple(replace(a, period=moment.period) for a in made)


_WEEKDAY = re.compile(r"(?:mon|tues|wednes|thurs|fri|satur|sun)day", re.IGNORECASE)
_LOWER_START = re.compile(r"^[a-z](?=[a-z]*\b)")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:] if _LOWER_START.match(text) else text
