"""The sentences of one utterance as claims: what each says, of whom, when, and where its words come from."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from remember.domain import assertions
from remember.domain.asides import aside_of, told_of_it
from remember.domain.attribution import Attribution, attributed
from remember.domain.claims import (
    AddedContext,
    Assertion,
    DraftClaim,
    Effect,
    EvidenceSpan,
    Mention,
    Origin,
    Passage,
    Term,
    ValueKind,
)
from remember.domain.conjuncts import dated_apart, without_outcome
from remember.domain.dates import Bound, Flag, Reading, Tense, TimeWords, find, moved
from remember.domain.full_names import FullNames
from remember.domain.lasting import lasting_until_now, since_event
from remember.domain.names import folded, without_honorifics
from remember.domain.parsed import Sentence
from remember.domain.periods import NEVER_SAID, When, when
from remember.domain.plans import is_called_off, is_of_thing, with_plans, without_article
from remember.domain.resolution import (
    Rewriting,
    Speech,
    date_edits,
    gender_of,
    people_in,
    resolve_people,
)
from remember.domain.scene import Antecedent, Scene
from remember.domain.selection import Told, is_vague
from remember.domain.statement import Statement, dated
from remember.domain.syntax import Clause, Span, Tree, is_elliptic
from remember.domain.syntax import clause as clause_of
from remember.domain.things import is_only_thing, named_thing
from remember.domain.time import UNDATED
from remember.domain.utterances import Stretch, Utterance, quoted

_TOPIC_MOST = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One statement of an utterance: a clause, or a sentence without one, as read.

    `start` and `end` count in the utterance, `sentence` the sentences of the passage.
    """

    statement: Statement
    start: int
    end: int
    sentence: int
    said: Attribution | None
    assertions: tuple[Assertion, ...]
    moment: When
    vague: bool
    elliptic: bool

    @property
    def is_dated(self) -> bool:
        """Whether it says when it was so."""
        return self.moment.words is not None

    @property
    def is_hedged(self) -> bool:
        """Whether it says only that something may be so."""
        return assertions.is_hedged(self.statement) or (self.said is not None and self.said.hedged)

    @property
    def unresolved(self) -> list[str]:
        """The words that can mean more than one."""
        return [token.text for token in self.statement.writing.unresolved]

    @property
    def flags(self) -> tuple[str, ...]:
        """What a reader of its wording is to know."""
        return ("unresolved",) if self.unresolved else ()


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
    full_names: FullNames

    def parts(self, told: Told) -> list[Part]:
        """What a sentence states, clause by clause; the whole of it where it is one statement."""
        if told.is_whole:
            sentence = told.sentence
            words = Span(sentence.first_token, sentence.end_token)
            found = told.clauses[0] if told.clauses else None
            return [self._part(found, found.whole if found else words, (sentence.start, sentence.end))]
        tokens = self.tree.tokens
        places = [(tokens[c.whole.first].start, tokens[c.whole.end - 1].end) for c in told.clauses]
        return [
            self._part(found, found.whole, place) for found, place in zip(told.clauses, places, strict=True)
        ]

    def question(self, sentence: Sentence) -> Part:
        """A question as asked, its "you" and "I" written out."""
        return self._part(
            None, Span(sentence.first_token, sentence.end_token), (sentence.start, sentence.end)
        )

    def _part(self, clause: Clause | None, span: Span, chars: tuple[int, int]) -> Part:
        tense = clause.tense if clause else Tense.NONE
        if tense is Tense.NONE and self.utterance.is_decided:
            tense = Tense.FUTURE
        found, times = self._times(chars, self._looks(tense, clause), clause)
        writing = Rewriting(self.utterance.body, date_edits(self.utterance.body, found))
        known_clause = clause or _no_clause(span)
        resolve_people(self.tree, known_clause, writing, self.scene, self.speech)
        known_clause = without_outcome(self.tree, known_clause)
        statement = Statement(self.tree, known_clause, writing, times, self.known)
        elliptic = clause is not None and is_elliptic(self.tree, clause)
        said = attributed(statement) if clause else None
        made = _assertions(statement, said) if clause and not elliptic else []
        moment = _moment(statement, said, made, found)
        told = dated(made, moment.period)
        if made and said is None:
            told = self._apart(statement, found) or told
        statement.other_mentions({a.value.key for a in told if a.value is not None})
        return Part(
            statement=statement,
            start=chars[0],
            end=chars[1],
            sentence=self.scene.sentence,
            said=said,
            assertions=_own(told, self.utterance),
            moment=moment,
            vague=elliptic or (clause is not None and is_vague(self.tree, clause)),
            elliptic=elliptic,
        )

    def _apart(self, statement: Statement, shown: list[TimeWords]) -> tuple[Assertion, ...]:
        """What each statement says that "and" joins, in its own time; empty where that is not certain."""
        whole, tree = statement.clause, statement.tree
        parts = dated_apart(tree, whole, shown)
        if len(parts) == 1 or assertions.is_conditional(tree, whole):
            return ()
        told: list[Assertion] = []
        mentions = list(statement.mentions)
        for part in parts:
            chars = statement.chars(part.whole)
            found, times = self._times(chars, self._looks(part.tense, part), part)
            one = replace(statement, clause=part, times=times)
            made = assertions.read(one)
            if not made:
                statement.mentions[:] = mentions
                return ()
            told += dated(made, _moment(one, None, made, found).period)
        return tuple(told)

    def _with_topic(self, draft: DraftClaim) -> DraftClaim:
        """A note without a subject of its own, led by what it stands under."""
        owner = self.utterance.owner
        heading = self.utterance.heading_path[-1] if self.utterance.heading_path else ""
        if self.utterance.is_decided and self.utterance.label:
            return _led_by(draft, self.utterance.label)
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

    def _times(
        self, chars: tuple[int, int], tense: Tense, clause: Clause | None
    ) -> tuple[list[TimeWords], list[TimeWords]]:
        """The dates of a clause, and those of them that say when it was so.

        A bare weekday of a rule ("deploying on Friday is forbidden") is none.
        """
        found = self._planned(chars, tense, clause)
        if clause is None:
            return found, found
        found = [self._as_told(chars, times, clause) for times in found]
        found = [since_event(self.tree, clause, self._after_verb(times, clause)) for times in found]
        lasting = None if found else lasting_until_now(self.tree, clause, self.anchor)
        if lasting:
            return [lasting], [lasting]
        own, shown = [], []
        conditional = assertions.is_conditional(self.tree, clause)
        subject_end = self.tree.tokens[clause.group.first].start
        told_end = self.tree.tokens[without_outcome(self.tree, clause).whole.end - 1].end
        for times in found:
            if self._owns(times, clause):
                unsure = tense is Tense.PRESENT and _WEEKDAY.fullmatch(times.text)
                shown += [] if unsure else [times]
                continue
            if times.char_start >= told_end:
                shown.append(times)
                continue
            aside = aside_of(self.tree, clause, times)
            if times.apart and is_of_thing(self.tree, clause, times):
                aside = None  # "cancelled the walk planned for 3 May"
            if aside is not None and not self._is_of_past(times, tense, aside):
                shown.append(times if times.apart else self._read_again(chars, times, aside))
            elif (
                tense is not Tense.PRESENT
                or not _WEEKDAY.fullmatch(times.text)
                or not (conditional or times.char_end < subject_end)
            ):
                shown.append(times)
                own.append(times)
        return shown, own

    def _looks(self, tense: Tense, clause: Clause | None) -> Tense:
        """Which way dates look from a clause: "wants to go in autumn", "must pay in May" look ahead."""
        if clause is None or tense is not Tense.PRESENT:
            return tense
        wanted = self.tree.child(clause.verb, "xcomp")
        to = wanted is not None and any(self.tree.tokens[n].tag == "TO" for n in self.tree.children[wanted])
        return Tense.FUTURE if to or clause.modal else tense

    def _found(self, chars: tuple[int, int], tense: Tense) -> list[TimeWords]:
        words = self.tree.parsed.text[chars[0] : chars[1]]
        return [moved(t, chars[0]) for t in find(words, self._reading(tense))]

    def _reading(self, tense: Tense) -> Reading:
        return Reading(self.anchor, tense, self.passage.day_first, reports=self.utterance.reports)

    def _planned(self, chars: tuple[int, int], tense: Tense, clause: Clause | None) -> list[TimeWords]:
        """The dates of a clause, among them those of what was to come."""
        found = [without_article(self.tree, times) for times in self._found(chars, tense)]
        words = clause.whole if clause else self.tree.span_of(chars)
        reading = self._reading(tense)
        return with_plans(self.tree, words, clause, found, reading) if found else found

    def _owns(self, times: TimeWords, clause: Clause) -> bool:
        """ "Repeated yesterday's run", "more than last year": what is only compared with was then."""
        text = self.utterance.body.text
        follows = text[times.char_end : times.char_end + 2]
        if _COMPARED.search(text, 0, times.lead_start):
            return True
        in_subject = times.char_end <= self.tree.tokens[clause.group.first].start
        return follows in {"'s", "’s"} and not (clause.subject and in_subject)

    def _is_of_past(self, times: TimeWords, tense: Tense, verb: int) -> bool:
        """ "Gave it to a shelter I help at yesterday": what was yesterday is not what is so in general."""
        general = clause_of(self.tree, verb, self.tree.span(verb)).tense is Tense.PRESENT
        over = self.anchor is not None and times.days is not None and times.days.last < self.anchor
        said = times.relative and Flag.INFERRED_YEAR not in times.flags
        return tense is Tense.PAST and general and over and said

    def _read_again(self, chars: tuple[int, int], times: TimeWords, verb: int) -> TimeWords:
        """A date of an aside, which looks the way of the verb there."""
        tense = clause_of(self.tree, verb, self.tree.span(verb)).tense
        again = self._found(chars, tense)
        return next((t for t in again if t.char_start == times.char_start), times)

    def _as_told(self, chars: tuple[int, int], times: TimeWords, clause: Clause) -> TimeWords:
        """A date of what somebody said is so, which looks ahead: "said the shop opens in June"."""
        inner = self.tree.child(clause.verb, "ccomp")
        if inner is None or inner < clause.verb or times.apart or clause.tense is not Tense.PAST:
            return times
        is_within = times.char_start > self.tree.tokens[inner].start
        told = clause_of(self.tree, inner, self.tree.span(inner)).tense
        return self._read_again(chars, times, inner) if is_within and told is not Tense.PAST else times

    def _after_verb(self, times: TimeWords, clause: Clause | None) -> TimeWords:
        """ "I'm starting next month" starts then, and not from then on."""
        if clause is None or times.lead_start != self.tree.tokens[clause.verb].start:
            return times
        return replace(times, lead_start=times.char_start, bound=Bound.DURING)

    def claim(self, parts: Sequence[Part], asked: Part | None = None) -> DraftClaim:
        """One claim of some statements that follow each other; `asked` is the question that they answer."""
        clause = parts[0].statement.clause
        opening = replace(parts[0], start=_opening_word(self.tree, clause, parts[0].start))
        draft = self._draft([opening, *parts[1:]])
        if self.utterance.is_turn or self.utterance.is_quotation:
            draft = self._with_speaker(draft)
            return _answering(asked, draft) if asked else draft
        return draft if clause.subject else self._with_topic(draft)

    def reading(self, stretch: Stretch, tree: Tree) -> "Drafting":
        """The same speaker in the same scene, in other words."""
        return replace(self, utterance=replace(self.utterance, body=stretch), tree=tree)

    def _with_speaker(self, draft: DraftClaim) -> DraftClaim:
        """Words that do not say whose they are, led by who speaks."""
        speaker = self.utterance.speaker
        if not speaker or speaker in draft.claim_text:
            return draft
        added = (*draft.added_context, AddedContext(text=speaker, origin=Origin.SPEAKER))
        return replace(draft, claim_text=f"{speaker}: {draft.claim_text}", added_context=added)

    def _draft(self, parts: Sequence[Part]) -> DraftClaim:
        first, last = quoted(self.passage, self.utterance.body.at(parts[0].start, parts[-1].end))
        added = tuple(a for part in parts for a in part.statement.writing.added(part.start, part.end))
        base = self.passage.char_start
        origin = EvidenceSpan(char_start=first, char_end=last)
        more = {
            (a.char_start, a.char_end): EvidenceSpan(char_start=a.char_start, char_end=a.char_end)
            for a in added
            if a.char_start is not None and a.char_end is not None and not first <= a.char_start < last
        }
        dated = next((part for part in parts if part.is_dated), parts[0])
        flags = [flag for part in parts for flag in (*part.moment.flags, *part.flags)]
        mentions, made = _gathered(parts)
        whole = Span(parts[0].statement.clause.whole.first, parts[-1].statement.clause.whole.end)
        for who in people_in(self.tree, whole, self.utterance.body, self.known):
            if who.person:
                self.full_names.see(without_honorifics(who.text))
        mentions = tuple(map(self.full_names.completed, mentions))
        # "But it was not" says nothing of the world beside what it denies.
        held = parts[0].said if all(part.said or part.elliptic for part in parts) else None
        return DraftClaim(
            claim_text=_wording(parts),
            source_span=self.passage.text[first - base : last - base],
            char_start=first,
            char_end=last,
            evidence_spans=(origin, *more.values()),
            added_context=added,
            is_attributed=held is not None,
            holder=held.holder.text if held and held.holder else None,
            negated=any(assertions.negated(part.statement, part.assertions) for part in parts),
            hedged=any(part.is_hedged for part in parts),
            speaker=self.utterance.speaker,
            asserted_at=self.utterance.said_at or self.passage.asserted_at,
            period=dated.moment.claim,
            flags=tuple(dict.fromkeys(flags)),
            mentions=mentions,
            assertions=made,
        )

    def remember(self, sentence: Sentence, found: Sequence[Clause]) -> None:
        """Keep who and what this sentence named, for the pronouns of the next ones.

        Whom a salutation calls ("Luca,") is spoken to and not of.
        """
        span = Span(sentence.first_token, sentence.end_token)
        if not found and self.tree.text(span).rstrip().endswith(","):
            self.scene.next_sentence()
            return
        for who in people_in(self.tree, span, self.utterance.body, self.known):
            self.scene.people.append((self.scene.sentence, who))
            if who.person:
                self.full_names.add(who.text)
        subject = found[0].subject if found else Span(0, 0)
        if subject and is_only_thing(self.tree, subject, span):
            start, end = self.tree.tokens[subject.first].start, self.tree.tokens[subject.end - 1].end
            text = self.tree.text(subject)
            antecedent = Antecedent(text, self.utterance.body.at(start, end), gender_of(text))
            self.scene.things.append((self.scene.sentence, antecedent))
        elif named := named_thing(self.tree, span, self._timed(span)):
            start, end = self.tree.tokens[named[0].first].start, self.tree.tokens[named[0].end - 1].end
            antecedent = Antecedent(named[1], self.utterance.body.at(start, end), sure=False)
            self.scene.things.append((self.scene.sentence, antecedent))
        self.scene.next_sentence()

    def _timed(self, words: Span) -> set[int]:
        """Which of some words are about time."""
        tokens = self.tree.tokens
        start, end = tokens[words.first].start, tokens[words.end - 1].end
        times = find(self.tree.parsed.text[start:end], Reading(None))
        return {
            n
            for n in range(words.first, words.end)
            if any(t.char_start <= tokens[n].start - start < t.char_end for t in times)
        }


def _own(told: Sequence[Assertion], utterance: Utterance) -> tuple[Assertion, ...]:
    """What a quotation says of its speaker; of others it is no more than the speaker's word."""
    if not utterance.is_quotation:
        return tuple(told)
    speaker = folded(utterance.speaker or "")
    return tuple(a for a in told if a.subject is not None and a.subject.key == speaker)


def _led_by(draft: DraftClaim, label: Stretch) -> DraftClaim:
    """What is decided, led by the word that says so."""
    start, end = label.at(0, len(label.text))
    added = AddedContext(text=label.text, origin=Origin.HEADING, char_start=start, char_end=end)
    return replace(
        draft,
        claim_text=f"{label.text}: {draft.claim_text}",
        added_context=(*draft.added_context, added),
        evidence_spans=(*draft.evidence_spans, EvidenceSpan(char_start=start, char_end=end)),
    )


def _opening_word(tree: Tree, clause: Clause, start: int) -> int:
    """Where a claim's wording starts: after an "and" or "so" that ties it to the sentence before."""
    if clause.subject and clause.subject.first == clause.whole.first + 1:
        first = tree.tokens[clause.whole.first]
        if first.tag == "CC" or first.text.casefold() in {"so", "plus", "also", "then", "anyway"}:
            return tree.tokens[clause.subject.first].start
    return start


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


def _wording(parts: Sequence[Part]) -> str:
    """The parts as they follow each other: in one sentence with what joins them there."""
    text = ""
    for number, part in enumerate(parts):
        writing = part.statement.writing
        words, before = writing.text(part.start, part.end), parts[number - 1]
        if number and before.sentence == part.sentence:
            text += writing.stretch.text[before.end : part.start] + words
        else:
            opens = not number or writing.stretch.text[part.start].isupper()
            text += " " * bool(number) + (_capital(words) if opens else words)
    return text


def _answering(asked: Part, draft: DraftClaim) -> DraftClaim:
    """A claim led by the question that it answers."""
    writing = asked.statement.writing
    lead = f'Asked "{writing.text(asked.start, asked.end)}": '
    start, end = writing.stretch.at(asked.start, asked.end)
    question = AddedContext(text=lead, origin=Origin.QUESTION, char_start=start, char_end=end)
    return replace(
        draft,
        claim_text=lead + draft.claim_text,
        added_context=(*draft.added_context, *writing.added(asked.start, asked.end), question),
        evidence_spans=(*draft.evidence_spans, EvidenceSpan(char_start=start, char_end=end)),
    )


def _gathered(parts: Sequence[Part]) -> tuple[tuple[Mention, ...], tuple[Assertion, ...]]:
    """The mentions and assertions of all the parts, each assertion with its mentions' places among all."""
    mentions: list[Mention] = []
    made: list[Assertion] = []
    for part in parts:
        by = len(mentions)
        mentions += part.statement.mentions
        made += [
            replace(a, subject=_renumbered(a.subject, by), object=_renumbered(a.object, by)) if by else a
            for a in part.assertions
        ]
    return tuple(mentions), tuple(made)


def _renumbered(term: Term | None, by: int) -> Term | None:
    return term if term is None or term.mention is None else replace(term, mention=term.mention + by)


def _assertions(statement: Statement, said: Attribution | None) -> list[Assertion]:
    if said is None:
        return assertions.read(statement)
    return said.assertions


def _moment(
    statement: Statement, said: Attribution | None, made: list[Assertion], shown: list[TimeWords]
) -> When:
    """The period of a claim: dates that are its subject's or its value's are not its own.

    `shown` are the dates of asides too.
    """
    times = statement.times
    if said is not None or assertions.is_conditional(statement.tree, statement.clause):
        return NEVER_SAID
    off = is_called_off(statement.tree, statement.clause)
    if not off and any(a.value is not None and a.value.kind is ValueKind.DATE for a in made):
        return When(flags=tuple(dict.fromkeys(flag.value for t in times for flag in t.flags)))
    inside = statement.times_in(statement.clause.subject)
    free = [t for t in times if t not in inside and not t.apart]
    if not free and statement.clause.tense is Tense.PAST and statement.is_copular():
        return when(inside, Effect.HAPPENS)  # "the trip last weekend was great"
    if not free and statement.ends_in_time(statement.clause.subject) and made and _is_number(made[0]):
        return when(inside, Effect.HOLDS)  # "the revenue in 2022 is 4 million"
    if not free and _tells_of_past(statement, inside):
        return replace(when(inside, Effect.HAPPENS), period=UNDATED)
    if not times and statement.is_copular() and (told := told_of_it(statement, shown)):
        return replace(when(told, Effect.HAPPENS), period=UNDATED)  # "here is the bowl I made last week"
    if not free and (apart := [t for t in times if t.apart and t not in inside]):
        if off:
            return When(flags=when(apart, Effect.HAPPENS).flags)
        return replace(when(apart, Effect.HAPPENS), period=UNDATED)  # "booked a seat for 3 May"
    lasts = statement.clause.perfect or statement.clause.tense is Tense.PRESENT
    if any(t.bound is Bound.SINCE and (t.absolute or (lasts and not made)) for t in free):
        return when(free, Effect.HOLDS)
    return when(free, made[0].effect if made else Effect.HAPPENS)


def _is_number(made: Assertion) -> bool:
    return made.value is not None and made.value.kind is ValueKind.NUMBER


def _tells_of_past(statement: Statement, inside: Sequence[TimeWords]) -> bool:
    """ "The book I read last year": what the statement is about happened then, whenever the rest is so."""
    subject = statement.clause.subject
    return bool(inside) and any(
        token.dep == "relcl" and token.tag in {"VBD", "VBN"} for token in statement.tree.words(subject)
    )


_COMPARED = re.compile(r"\bthan\s+(?:in\s+)?$", re.IGNORECASE)
_WEEKDAY = re.compile(r"(?:mon|tues|wednes|thurs|fri|satur|sun)day", re.IGNORECASE)
_LOWER_START = re.compile(r"^[a-z](?=[a-z]*\b)")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:] if _LOWER_START.match(text) else text
