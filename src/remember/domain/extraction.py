"""The local extractor: a passage and its parse to claims, and a decision for all that is none.

`texts_to_parse` says what the parser is to read, and `answers_to_parse` which short answers it is to read as
the statements that they stand for; `extract` takes the readings in the same order. All are pure, so that the
same passage always gives the same claims.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from remember.domain import grounding
from remember.domain.asking import Unclear
from remember.domain.claims import Decision, DecisionType, DraftClaim, Extraction, Passage, Reason
from remember.domain.completing import At, Completed, Outcome, answering, completed_answers
from remember.domain.dates import Reading, find
from remember.domain.drafting import Drafting, Part
from remember.domain.full_names import FullNames
from remember.domain.joining import LEANING, answers, belongs, is_opening
from remember.domain.labels import from_label
from remember.domain.names import folded
from remember.domain.parsed import ParsedText, Sentence
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


def answers_to_parse(passage: Passage, parses: Sequence[ParsedText]) -> tuple[str, ...]:
    """The short answers of a conversation as statements, which `extract` needs a parse of too, in order.

    `parses` are those of `texts_to_parse`.
    """
    if "?" not in passage.text:
        return ()
    found, _ = utterances(passage)
    made = completed_answers(passage, found, _trees(found, parses)).values()
    return tuple(one.stretch.text for made_of in made if not isinstance(made_of, Unclear) for one in made_of)


def extract(passage: Passage, parses: Sequence[ParsedText], answers: Sequence[ParsedText] = ()) -> Extraction:
    """The claims of a passage, in the order of its text, and why the rest of it is none.

    `answers` are the parses of `answers_to_parse`.
    """
    return _Extractor(passage).run(parses, answers)


def _trees(found: Sequence[Utterance], parses: Sequence[ParsedText]) -> list[Tree | None]:
    """The grammar of each utterance that is prose."""
    readings = iter(parses)
    return [Tree(next(readings)) if _is_parsed(utterance) else None for utterance in found]


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
    completed: dict[At, Outcome] = field(default_factory=dict)
    answers: Iterator[ParsedText] = field(default_factory=lambda: iter(()))

    def run(self, parses: Sequence[ParsedText], answers: Sequence[ParsedText]) -> Extraction:
        found, self.decisions = utterances(self.passage)
        self.anchor = anchor_of(self.passage)
        speakers = list(dict.fromkeys(s.speaker for s in found if s.speaker and not s.is_quotation))
        named = [s.speaker for s in found if s.speaker]
        known = {folded(name) for name in (*self.passage.known_names, *named)}
        self.full_names = FullNames(self.passage.text, known)
        trees = _trees(found, parses)
        self.completed = completed_answers(self.passage, found, trees) if "?" in self.passage.text else {}
        self.answers = iter(answers)
        for number, (utterance, tree) in enumerate(zip(found, trees, strict=True)):
            if utterance.kind is not UtteranceKind.PROSE:
                self._label(utterance)
            elif tree is None:
                self._drop(utterance, 0, len(utterance.body.text), Reason.BOILERPLATE)
            else:
                self._prose(number, utterance, tree, known, speakers)
        return Extraction(claims=tuple(self.claims), decisions=tuple(self.decisions))

    def _prose(
        self, number: int, utterance: Utterance, tree: Tree, known: set[str], speakers: list[str]
    ) -> None:
        others = [name for name in speakers if name != utterance.speaker]
        heard = len(others) == 1 and utterance.speaker and not utterance.is_quotation
        speech = Speech(speaker=utterance.speaker, listener=others[0] if heard else None)
        anchor = utterance.said_on or self.anchor
        reader = Drafting(self.passage, utterance, tree, known, speech, anchor, self.scene, self.full_names)
        if utterance.is_turn:
            self._turn(reader, number)
        else:
            self._statements(reader)

    def _statements(self, reader: Drafting) -> None:
        """A claim for each clause that stands alone."""
        for sentence in sentences_of(reader.tree.parsed):
            told = read_sentence(reader.tree, sentence, is_decided=reader.utterance.is_decided)
            if told.reason is not None:
                self._drop(reader.utterance, sentence.start, sentence.end, told.reason)
            else:
                for parts in _with_elliptic(reader.parts(told)):
                    self._keep(reader, parts)
            reader.remember(sentence, told.clauses)

    def _turn(self, reader: Drafting, number: int) -> None:
        """A claim for the statements of a speaker that belong together, and for the answer to a question."""
        speaker = reader.utterance.speaker
        asked = self.question if self.asked_by != speaker else None
        self.question, self.asked_by = None, speaker
        pending: list[Part] = []
        for at, sentence in enumerate(sentences_of(reader.tree.parsed)):
            told = read_spoken(reader.tree, sentence)
            self.question = reader.question(sentence) if told.asks else None
            parts = reader.parts(told) if told.reason is None or told.reason in LEANING else []
            outcome = self.completed.get((number, at))
            if outcome is not None:
                self._flush(reader, pending, asked)
                pending = []
                left = self._short(reader, sentence, outcome, parts)
                if not left and (parts or not isinstance(outcome, Unclear) or outcome.is_empty):
                    reader.remember(sentence, told.clauses)
                    continue
                parts = left
            if told.reason is not None and not (parts and self._is_meant(parts[0], pending, asked)):
                why = outcome.why if isinstance(outcome, Unclear) else ""
                self._drop(reader.utterance, sentence.start, sentence.end, told.reason, why)
                parts = []
                if not is_opening(reader.tree, sentence):
                    asked = None
            for part in parts:
                if not belongs(part, pending) and pending:
                    self._keep(reader, pending, asked)
                    asked, pending = None, []
                pending.append(part)
            reader.remember(sentence, told.clauses)
        self._flush(reader, pending, asked)

    def _flush(self, reader: Drafting, pending: list[Part], asked: Part | None) -> None:
        if pending:
            self._keep(reader, pending, asked)

    def _short(self, reader: Drafting, sentence: Sentence, outcome: Outcome, parts: list[Part]) -> list[Part]:
        """A short answer: its claims as completed; what else its sentence says is left to be read."""
        if isinstance(outcome, Unclear):
            if outcome.is_empty:
                self._drop(reader.utterance, sentence.start, sentence.end, Reason.NO_INFO, outcome.why)
                return []
            if parts and parts[0].elliptic:
                self._drop(reader.utterance, parts[0].start, parts[0].end, Reason.AMBIGUOUS, outcome.why)
                return parts[1:]
            return parts
        for completed in outcome:
            self._complete(reader, completed, Tree(next(self.answers)))
        if outcome and outcome[-1].answer[1] <= reader.utterance.body.places[sentence.start]:
            return parts  # a "no" before a statement
        return parts[1:] if len(parts) > 1 and parts[0].elliptic else []

    def _complete(self, reader: Drafting, completed: Completed, tree: Tree) -> None:
        """The claim of a short answer, read off the statement that it stands for."""
        written = reader.reading(completed.stretch, tree)
        sentences = sentences_of(tree.parsed)
        told = read_spoken(tree, sentences[0])
        parts = written.parts(told) if told.reason is None and len(sentences) == 1 else []
        if not parts:
            self._drop_at(*completed.answer, told.reason or Reason.AMBIGUOUS, completed.stretch.text)
            return
        claim = answering(written.claim(parts), parts[0].statement.writing, completed, self.passage)
        self._admit(claim, as_quoted=False)
        self._flag(claim, parts)

    def _is_meant(self, part: Part, pending: list[Part], asked: Part | None) -> bool:
        """Whether words that say nothing by themselves do beside a statement or a question before them."""
        if pending:
            return belongs(part, pending)
        return asked is not None and answers(part, asked)

    def _keep(self, reader: Drafting, parts: list[Part], asked: Part | None = None) -> None:
        question = asked if asked is not None and answers(parts[0], asked) else None
        empty = all(part.elliptic for part in parts) or (
            question is None and all(part.vague for part in parts)
        )
        if reader.utterance.is_turn and empty:
            self._drop(reader.utterance, parts[0].start, parts[-1].end, Reason.AMBIGUOUS)
            return
        claim = reader.claim(parts, question)
        self._admit(claim)
        self._flag(claim, parts)

    def _flag(self, claim: DraftClaim, parts: Sequence[Part]) -> None:
        unresolved = [word for part in parts for word in part.unresolved]
        if unresolved and self.claims and self.claims[-1] is claim:
            self._decide(DecisionType.SELECTION_KEEP_FLAGGED, Reason.UNRESOLVED, claim, ", ".join(unresolved))

    def _label(self, utterance: Utterance) -> None:
        claim, reason = from_label(self.passage, utterance, self.anchor)
        if claim is not None:
            self._admit(claim)
        else:
            self._drop(utterance, 0, len(utterance.body.text), reason)

    def _admit(self, claim: DraftClaim, *, as_quoted: bool = True) -> None:
        """Store a claim that passes the gate; else the sentence itself, once; else only the decision.

        A short answer says nothing by itself, and so is not stored as it is quoted.
        """
        stored, start = self.passage.text, self.passage.char_start
        faults = grounding.check(claim, stored, start)
        if not faults:
            self.claims.append(claim)
            return
        self._decide(DecisionType.GROUNDING_REJECTED, Reason.UNGROUNDED, claim, "; ".join(faults))
        if not as_quoted:
            return
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

    def _drop(self, utterance: Utterance, start: int, end: int, reason: Reason, detail: str = "") -> None:
        if utterance.body.text[start:end].strip():
            self._drop_at(*quoted(self.passage, utterance.body.at(start, end)), reason, detail)

    def _drop_at(self, first: int, last: int, reason: Reason, detail: str = "") -> None:
        base = self.passage.char_start
        self.decisions.append(
            Decision(
                type=DecisionType.SELECTION_DROP,
                reason=reason,
                source_span=self.passage.text[first - base : last - base],
                char_start=first,
                char_end=last,
                detail=detail,
            )
        )


def _with_elliptic(parts: Sequence[Part]) -> list[list[Part]]:
    """Each statement of a sentence, "but Dana did" with the one before; not what is vague beside others."""
    groups: list[list[Part]] = []
    for part in parts:
        if part.elliptic and groups:
            groups[-1].append(part)
        else:
            groups.append([part])
    return [group for group in groups if not (group[0].vague and len(parts) > 1)]


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
