"""The local extractor: a passage and its parse to claims, and a decision for all that is none.

`texts_to_parse` says what the parser is to read; `extract` takes the readings in the same order. Both are
pure, so that the same passage always gives the same claims.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from remember.domain import grounding
from remember.domain.claims import Decision, DecisionType, DraftClaim, Extraction, Passage, Reason
from remember.domain.dates import Reading, find
from remember.domain.drafting import Drafting, Part
from remember.domain.full_names import FullNames
from remember.domain.joining import LEANING, answers, belongs, is_opening
from remember.domain.labels import from_label
from remember.domain.names import folded
from remember.domain.parsed import ParsedText
from remember.domain.resolution import Speech
from remember.domain.scene import Scene
from remember.domain.selection import looks_like_prose, read_sentence, read_spoken, sentences_of
from remember.domain.syntax import Tree
from remember.domain.utterances import Utterance, UtteranceKind, quoted, utterances
from remember.domain.wordlists import listed

_ATTENDANCE = listed("present attendees attendance participants regrets absent apologies invited")
EXTRACTOR_VERSION = "local-2"


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
    full_names: FullNames = field(default_factory=lambda: FullNames("", ()))
    question: Part | None = None
    asked_by: str | None = None

    def run(self, parses: Sequence[ParsedText]) -> Extraction:
        found, self.decisions = utterances(self.passage)
        self.anchor = anchor_of(self.passage)
        speakers = list(dict.fromkeys(s.speaker for s in found if s.speaker))
        known = {folded(name) for name in (*self.passage.known_names, *speakers)}
        self.full_names = FullNames(self.passage.text, known)
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
        anchor = utterance.said_on or self.anchor
        reader = Drafting(self.passage, utterance, tree, known, speech, anchor, self.scene, self.full_names)
        if utterance.is_turn:
            self._turn(reader)
        else:
            self._statements(reader)

    def _statements(self, reader: Drafting) -> None:
        """A claim for each clause that stands alone."""
        for sentence in sentences_of(reader.tree.parsed):
            told = read_sentence(reader.tree, sentence, is_decided=reader.utterance.is_decided)
            if told.reason is not None:
                self._drop(reader.utterance, sentence.start, sentence.end, told.reason)
            else:
                parts = reader.parts(told)
                for part in parts:
                    if not (part.vague and len(parts) > 1):
                        self._keep(reader, [part])
            reader.remember(sentence, told.clauses)

    def _turn(self, reader: Drafting) -> None:
        """A claim for the statements of a speaker that belong together, and for the answer to a question."""
        speaker = reader.utterance.speaker
        asked = self.question if self.asked_by != speaker else None
        self.question, self.asked_by = None, speaker
        pending: list[Part] = []
        for sentence in sentences_of(reader.tree.parsed):
            told = read_spoken(reader.tree, sentence)
            self.question = reader.question(sentence) if told.asks else None
            parts = reader.parts(told) if told.reason is None or told.reason in LEANING else []
            if told.reason is not None and not (parts and self._is_meant(parts[0], pending, asked)):
                self._drop(reader.utterance, sentence.start, sentence.end, told.reason)
                parts = []
                if not is_opening(reader.tree, sentence):
                    asked = None
            for part in parts:
                if not belongs(part, pending) and pending:
                    self._keep(reader, pending, asked)
                    asked, pending = None, []
                pending.append(part)
            reader.remember(sentence, told.clauses)
        if pending:
            self._keep(reader, pending, asked)

    def _is_meant(self, part: Part, pending: list[Part], asked: Part | None) -> bool:
        """Whether words that say nothing by themselves do beside a statement or a question before them."""
        if pending:
            return belongs(part, pending)
        return asked is not None and answers(part, asked)

    def _keep(self, reader: Drafting, parts: list[Part], asked: Part | None = None) -> None:
        question = asked if asked is not None and answers(parts[0], asked) else None
        if reader.utterance.is_turn and question is None and all(part.vague for part in parts):
            self._drop(reader.utterance, parts[0].start, parts[-1].end, Reason.AMBIGUOUS)
            return
        claim = reader.claim(parts, question)
        self._admit(claim)
        unresolved = [word for part in parts for word in part.unresolved]
        if unresolved and self.claims and self.claims[-1] is claim:
            self._decide(DecisionType.SELECTION_KEEP_FLAGGED, Reason.UNRESOLVED, claim, ", ".join(unresolved))

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
