"""The local extractor: a passage and its parse to claims, and a decision for all that is none.

`texts_to_parse` says what the parser is to read; `extract` takes the readings in the same order. Both are
pure, so that the same passage always gives the same claims.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from remember.domain import assertions, grounding
from remember.domain.attribution import Attribution, attributed
from remember.domain.claims import (
    AddedContext,
    Assertion,
    Decision,
    DecisionType,
    DraftClaim,
    Effect,
    EvidenceSpan,
    Extraction,
    Mention,
    Origin,
    Passage,
    Reason,
    Role,
)
from remember.domain.dates import Reading, Tense, TimeWords, find, moved
from remember.domain.labels import from_label
from remember.domain.names import folded
from remember.domain.parsed import ParsedText, Sentence
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
from remember.domain.selection import is_foreign, is_vague, looks_like_prose, sentences_of, why_dropped
from remember.domain.statement import Statement
from remember.domain.syntax import Clause, Span, Tree, clauses
from remember.domain.utterances import Utterance, UtteranceKind, quoted, utterances
from remember.domain.wordlists import listed

_TOPIC_MOST = 80
_ATTENDANCE = listed("present attendees attendance participants regrets absent apologies invited")
EXTRACTOR_VERSION = "local-1"


def texts_to_parse(passage: Passage) -> tuple[str, ...]:
    """The texts that `extract` needs a parse of, in order."""
    return tuple(utterance.body.text for utterance in utterances(passage)[0] if _is_parsed(utterance))


def extract(passage: Passage, parses: Sequence[ParsedText]) -> Extraction:
    """The claims of a passage, in the order of its text, and why the rest of it is none."""
    return _Extractor(passage).run(parses)


def _is_parsed(utterance: Utterance) -> bool:
    prose = utterance.kind is UtteranceKind.PROSE and looks_like_prose(utterance.body.text)
    return prose and not _attends(utterance)


def _attends(utterance: Utterance) -> bool:
    """A name in a list of those present."""
    under = utterance.heading_path[-1].casefold() if utterance.heading_path else ""
    return under in _ATTENDANCE


@dataclass(slots=True)
class _Extractor:
    passage: Passage
    claims: list[DraftClaim] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    scene: Scene = field(default_factory=Scene)
    anchor: date | None = None

    def run(self, parses: Sequence[ParsedText]) -> Extraction:
        found, self.decisions = utterances(self.passage)
        self.anchor = anchor_of(self.passage)
        speakers = list(dict.fromkeys(s.speaker for s in found if s.speaker))
        known = {folded(name) for name in (*self.passage.known_names, *speakers)}
        readings = iter(parses)
        for utterance in found:
            if utterance.kind is not UtteranceKind.PROSE:
                self._label(utterance)
            elif not _is_parsed(utterance):
                self._drop(utterance, 0, len(utterance.body.text), Reason.BOILERPLATE)
            else:
                self._prose(utterance, Tree(next(readings)), known, speakers)
        return Extraction(claims=tuple(self.claims), decisions=tuple(self.decisions))

    def _prose(self, utterance: Utterance, tree: Tree, known: set[str], speakers: list[str]) -> None:
        others = [name for name in speakers if name != utterance.speaker]
        speech = Speech(
            speaker=utterance.speaker, listener=others[0] if len(others) == 1 and utterance.speaker else None
        )
        reader = _Sentences(
            self.passage, utterance, tree, known, speech, utterance.said_on or self.anchor, self.scene
        )
        for sentence in sentences_of(tree.parsed):
            text = tree.parsed.text[sentence.start : sentence.end]
            found = [] if is_foreign(text) else clauses(tree, sentence)
            reason = why_dropped(tree, sentence, found)
            if reason is not None:
                self._drop(utterance, sentence.start, sentence.end, reason)
            else:
                self._keep(reader, sentence, found)
            reader.remember(sentence, found)

    def _keep(self, reader: "_Sentences", sentence: Sentence, found: list[Clause]) -> None:
        for claim, unresolved in reader.claims(sentence, found):
            self._admit(claim)
            if unresolved and self.claims and self.claims[-1] is claim:
                self._decide(
                    DecisionType.SELECTION_KEEP_FLAGGED, Reason.UNRESOLVED, claim, ", ".join(unresolved)
                )

    def _label(self, utterance: Utterance) -> None:
        claim, reason = from_label(self.passage, utterance, self.anchor)
        if claim is not None:
            self._admit(claim)
        else:
            self._drop(utterance, 0, len(utterance.body.text), reason)

    def _admit(self, claim: DraftClaim) -> None:
        """Store a claim that passes the gate; else the sentence itself, once; else only the decision."""
        stored, start = self.passage.text, self.passage.char_start
        faults = grounding.check(claim, stored, start)
        if not faults:
            self.claims.append(claim)
            return
        self._decide(DecisionType.GROUNDING_REJECTED, Reason.UNGROUNDED, claim, "; ".join(faults))
        plain = replace(
            claim,
            claim_text=_one_line(claim.source_span),
            added_context=(),
            assertions=(),
            flags=(*claim.flags, "as_quoted"),
        )
        if not grounding.check(plain, stored, start):
            self.claims.append(plain)

    def _decide(self, kind: DecisionType, reason: Reason, claim: DraftClaim, detail: str) -> None:
        self.decisions.append(
            Decision(
                type=kind,
                reason=reason,
                source_span=claim.source_span,
                char_start=claim.char_start,
                char_end=claim.char_end,
                detail=detail,
            )
        )

    def _drop(self, utterance: Utterance, start: int, end: int, reason: Reason) -> None:
        if not utterance.body.text[start:end].strip():
            return
        first, last = quoted(self.passage, utterance.body.at(start, end))
        self.decisions.append(
            Decision(
                type=DecisionType.SELECTION_DROP,
                reason=reason,
                source_span=self.passage.text[
                    first - self.passage.char_start : last - self.passage.char_start
                ],
                char_start=first,
                char_end=last,
            )
        )


def anchor_of(passage: Passage) -> date | None:
    """The day that relative dates count from: the source's own, else one that the document gives itself."""
    if passage.asserted_at is not None:
        return passage.asserted_at.date()
    for words in (passage.title, *passage.heading_path):
        for found in find(words, Reading(None, day_first=passage.day_first)):
            if found.days is not None and not found.relative and found.days.first == found.days.last:
                return found.days.first
    return passage.written_on


def _one_line(text: str) -> str:
    return " ".join(text.split())


@dataclass(slots=True)
class _Sentences:
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


def mention_of(mentions: Sequence[Mention], role: Role) -> Mention | None:
    """The first mention that plays a role."""
    return next((m for m in mentions if m.role is role), None)
