"""What a language model proposes for a passage, taken over as far as the passage bears it out.

`judged` places each proposed claim in the text and checks its wording; `adopt` makes claims of those that
pass. Dates, negation, attribution, hedges and assertions are read out of their wording by the same rules
that read a source. What a model proposes wrongly, and what it passes over in silence, those rules read
from the text itself.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from remember.domain import grounding
from remember.domain.claims import (
    AddedContext,
    Decision,
    DecisionType,
    DraftClaim,
    EvidenceSpan,
    Extraction,
    Mention,
    MentionKind,
    Origin,
    Passage,
    Reason,
    Role,
)
from remember.domain.extraction import anchor_of
from remember.domain.fidelity import Around, Rewording, reworded
from remember.domain.model_reply import LeftOut, Proposal, ProposedClaim
from remember.domain.names import folded
from remember.domain.quotes import find_folded
from remember.domain.quotes import folded as folded_text
from remember.domain.structure import Block, BlockKind
from remember.domain.time import Precision
from remember.domain.turns import opening_of
from remember.domain.utterances import Utterance, utterances

_PROSE = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.QUOTE, BlockKind.TURN})
_SENTENCE_END = re.compile(r"[.!?…][\"'”’)\]]*\s+|[\r\n]+|(?<=[。！？])")
# What our rules find no statement in, whatever a model makes of it.
_REFUSED = frozenset({Reason.QUESTION, Reason.GREETING, Reason.ADVICE, Reason.HYPOTHETICAL})
_COVERED = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Adoptable:
    """A proposed claim whose quote stands in the passage and whose wording the quote bears out.

    `reading` is its wording as a passage of its own, for the parser and the rules.
    """

    proposed: ProposedClaim
    char_start: int
    char_end: int
    rewording: Rewording
    utterance: Utterance
    reading: Passage


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """The claims that may be adopted, in the order of the proposal, and why the others may not."""

    adoptable: Sequence[Adoptable]
    rejected: Sequence[Decision]


def judged(passage: Passage, proposal: Proposal) -> Judged:
    """Which of the proposed claims the passage bears out."""
    found, _ = utterances(passage)
    judge = _Judge(passage, found, list(dict.fromkeys(one.speaker for one in found if one.speaker)))
    outcomes = [judge.judge(proposed) for proposed in proposal.claims]
    return Judged(
        adoptable=[one for one in outcomes if isinstance(one, Adoptable)],
        rejected=[one for one in outcomes if isinstance(one, Decision)],
    )


@dataclass(slots=True)
class _Judge:
    passage: Passage
    utterances: Sequence[Utterance]
    speakers: Sequence[str]
    at: int = 0

    def judge(self, proposed: ProposedClaim) -> Adoptable | Decision:
        place = self._place(proposed.quote)
        if place is None:
            whole = self.passage.char_start, self.passage.char_start + len(self.passage.text)
            return self._rejected(*whole, "its quote is not in the passage")
        start, end = place
        block = self._block(start, end)
        utterance = next((one for one in self.utterances if _overlap(_extent(one), place)), None)
        if block is None or utterance is None:
            return self._rejected(start, end, "its quote is not within one turn or paragraph of prose")
        claim = " ".join(proposed.claim.split())
        sentence = self._sentence(block, start, end)
        rewording = reworded(claim, sentence, self._around(utterance, end))
        faults = [*(["it is a question"] if _asks(sentence) else []), *rewording.faults]
        if faults:
            return self._rejected(start, end, "; ".join(faults))
        return Adoptable(
            proposed=proposed,
            char_start=start,
            char_end=end,
            rewording=rewording,
            utterance=utterance,
            reading=self._reading(claim, proposed, utterance),
        )

    def _place(self, quote: str) -> tuple[int, int] | None:
        """Where a quote stands; of several places the first after the quote before."""
        text, base = self.passage.text, self.passage.char_start
        quote = quote.strip()
        start = text.find(quote, self.at)
        start = text.find(quote) if start < 0 else start
        found = (start, start + len(quote)) if start >= 0 else find_folded(folded_text(text), quote)
        if found is None:
            return None
        self.at = found[0]
        return found[0] + base, found[1] + base

    def _block(self, start: int, end: int) -> Block | None:
        blocks = self.passage.blocks
        return next(
            (one for one in blocks if one.char_start <= start and end <= one.char_end and one.kind in _PROSE),
            None,
        )

    def _sentence(self, block: Block, start: int, end: int) -> str:
        """The whole sentences that a quote is of: what it leaves out of them may be what matters."""
        text, base = self.passage.text, self.passage.char_start
        first = max(_words_at(block, text, base), base) - base
        last = min(block.char_end - base, len(text))
        before = [found.end() for found in _SENTENCE_END.finditer(text, first, max(first, start - base))]
        after = _SENTENCE_END.search(text, max(end - base - 1, first), last)
        return text[before[-1] if before else min(first, start - base) : after.end() if after else last]

    def _around(self, utterance: Utterance, end: int) -> Around:
        others = [name for name in self.speakers if name != utterance.speaker]
        titles = "\n".join([self.passage.title, *self.passage.heading_path])
        return Around(
            speaker=utterance.speaker,
            listener=others[0] if len(others) == 1 and utterance.speaker else None,
            before=f"{titles}\n{self.passage.text[: end - self.passage.char_start]}",
        )

    def _reading(self, claim: str, proposed: ProposedClaim, utterance: Utterance) -> Passage:
        names = (entity.name for entity in proposed.entities if entity.name in claim)
        whole = Block(
            kind=BlockKind.TURN, char_start=0, char_end=len(claim), speaker=utterance.speaker, words_at=0
        )
        return Passage(
            text=claim,
            blocks=(whole,),
            known_names=tuple(dict.fromkeys([*self.passage.known_names, *self.speakers, *names])),
            written_on=utterance.said_on or anchor_of(self.passage),
            day_first=self.passage.day_first,
        )

    def _rejected(self, start: int, end: int, why: str) -> Decision:
        return _decision(self.passage, DecisionType.GROUNDING_REJECTED, Reason.UNGROUNDED, (start, end), why)


def _words_at(block: Block, text: str, base: int) -> int:
    if block.words_at is not None:
        return block.words_at
    if block.kind is not BlockKind.TURN or block.char_start < base:
        return block.char_start
    opening = opening_of(text[block.char_start - base : block.char_end - base].partition("\n")[0])
    return block.char_start + (opening.words_at if opening else 0)


def _asks(sentence: str) -> bool:
    return sentence.rstrip().rstrip("\"'”’)").endswith(("?", "？"))


# --- claims ---------------------------------------------------------------------------------------


def adopt(
    passage: Passage, by_rules: Extraction, proposal: Proposal, found: Judged, readings: Sequence[Extraction]
) -> Extraction:
    """The claims of a passage: the model's where they pass, and what the rules read everywhere else.

    `by_rules` is what the rules make of the passage, `readings` what they make of each adoptable wording.
    """
    adopted: list[DraftClaim] = []
    decisions = list(found.rejected)
    for one, reading in zip(found.adoptable, readings, strict=True):
        drafts = [_Placing(passage, one).draft(draft) for draft in _drafts(one, reading)]
        sound = [draft for draft in drafts if not grounding.check(draft, passage.text, passage.char_start)]
        adopted += sound
        if sound:
            decisions += _edits(passage, one)
        else:
            reason = next((d.reason for d in reading.decisions if d.reason in _REFUSED), Reason.UNGROUNDED)
            kind = DecisionType.GROUNDING_REJECTED if drafts else DecisionType.SELECTION_DROP
            decisions.append(_decision(passage, kind, reason, (one.char_start, one.char_end)))
    spans = [(draft.char_start, draft.char_end) for draft in adopted]
    kept, dropped = _passed_over(passage, by_rules, proposal, spans)
    decisions += dropped
    decisions += [one for one in by_rules.decisions if not _share((one.char_start, one.char_end), spans)]
    return Extraction(
        claims=sorted([*adopted, *kept], key=lambda draft: draft.char_start),
        decisions=sorted(decisions, key=lambda decision: decision.char_start),
    )


def _passed_over(
    passage: Passage, by_rules: Extraction, proposal: Proposal, spans: Sequence[tuple[int, int]]
) -> tuple[list[DraftClaim], list[Decision]]:
    """Of what the rules read where nothing was adopted: what stays, and what the model left out rightly."""
    left = [(place, out) for out in proposal.left_out if (place := _found(passage, out.quote))]
    kept: list[DraftClaim] = []
    dropped = []
    for draft in by_rules.claims:
        place = draft.char_start, draft.char_end
        if _share(place, spans) >= _COVERED:
            continue
        reason = _left_out(place, left)
        if reason is None or _is_never_left_out(draft):
            kept.append(draft)
        else:
            dropped.append(_decision(passage, DecisionType.SELECTION_DROP, reason, place))
    return kept, dropped


def _drafts(one: Adoptable, reading: Extraction) -> Sequence[DraftClaim]:
    """What the rules make of a wording; where they find no grammar in it, the wording as it stands."""
    if reading.claims or any(decision.reason in _REFUSED for decision in reading.decisions):
        return reading.claims
    end = len(one.reading.text)
    whole = EvidenceSpan(char_start=0, char_end=end)
    text = one.reading.text
    return [
        DraftClaim(claim_text=text, source_span=text, char_start=0, char_end=end, evidence_spans=(whole,))
    ]


@dataclass(frozen=True, slots=True)
class _Placing:
    """Puts what was read in a claim's wording at its place in the source."""

    passage: Passage
    of: Adoptable

    def draft(self, read: DraftClaim) -> DraftClaim:
        start, end, said = self.of.char_start, self.of.char_end, self.of.utterance
        added = (*self._resolved(), *map(self._added, read.added_context))
        spans = [EvidenceSpan(char_start=start, char_end=end)]
        spans += [
            EvidenceSpan(char_start=one.char_start, char_end=one.char_end)
            for one in added
            if one.char_start is not None and one.char_end is not None and not start <= one.char_start < end
        ]
        return replace(
            read,
            source_span=self._text(start, end),
            char_start=start,
            char_end=end,
            evidence_spans=tuple(dict.fromkeys(spans)),
            added_context=added,
            speaker=said.speaker,
            asserted_at=said.said_at or self.passage.asserted_at,
            flags=(*read.flags, "by_model"),
            mentions=self._mentions(read),
        )

    def _text(self, start: int, end: int) -> str:
        return self.passage.text[start - self.passage.char_start : end - self.passage.char_start]

    def _resolved(self) -> Iterator[AddedContext]:
        for one in self.of.rewording.resolved:
            place = None if one.is_speech else _find(self.passage, one.name, self.of.char_end)
            yield AddedContext(
                text=one.name,
                origin=Origin.SPEAKER if one.is_speech else Origin.PRONOUN,
                replaced=one.pronoun,
                char_start=place[0] if place else None,
                char_end=place[1] if place else None,
            )

    def _added(self, read: AddedContext) -> AddedContext:
        at = self._text(self.of.char_start, self.of.char_end).find(read.replaced) if read.replaced else -1
        start = self.of.char_start + at
        place = (start, start + len(read.replaced)) if at >= 0 else (None, None)
        return replace(read, char_start=place[0], char_end=place[1])

    def _mentions(self, read: DraftClaim) -> tuple[Mention, ...]:
        kinds = {folded(entity.name): entity.kind for entity in self.of.proposed.entities}
        placed = [self._mention(mention, kinds) for mention in read.mentions]
        known = {folded(mention.name) for mention in placed}
        for entity in self.of.proposed.entities:
            if folded(entity.name) not in known and entity.name in read.claim_text:
                named = Mention(
                    surface=entity.name,
                    name=entity.name,
                    char_start=0,
                    char_end=0,
                    kind=entity.kind,
                    role=Role.OTHER,
                )
                placed.append(self._mention(named, kinds))
        return tuple(placed)

    def _mention(self, mention: Mention, kinds: dict[str, MentionKind]) -> Mention:
        quote = self._text(self.of.char_start, self.of.char_end)
        at, surface = quote.find(mention.surface), mention.surface
        if at < 0:
            pronoun = next(
                (one.pronoun for one in self.of.rewording.resolved if mention.surface in one.name), quote
            )
            at, surface = max(quote.find(pronoun), 0), pronoun
        kind = kinds.get(folded(mention.name), MentionKind.UNKNOWN)
        return replace(
            mention,
            surface=surface,
            char_start=self.of.char_start + at,
            char_end=self.of.char_start + at + len(surface),
            kind=mention.kind if mention.kind is not MentionKind.UNKNOWN else kind,
        )


def _edits(passage: Passage, one: Adoptable) -> Iterator[Decision]:
    """The pronouns that the model resolved and nothing proves."""
    for resolved in one.rewording.resolved:
        if not resolved.is_speech:
            yield _decision(
                passage,
                DecisionType.DECONTEXT_EDIT,
                Reason.RESOLVED_BY_MODEL,
                (one.char_start, one.char_end),
                f"{resolved.pronoun} -> {resolved.name}",
            )


def _is_never_left_out(draft: DraftClaim) -> bool:
    """Whether a claim has what no model may leave out: an amount, a date, or a name with what it does."""
    named = any(not mention.surface.islower() and mention.name != draft.speaker for mention in draft.mentions)
    dated = draft.period.precision is not Precision.UNKNOWN
    return bool(draft.assertions) and (dated or named or any(c.isdigit() for c in draft.source_span))


# --- places ---------------------------------------------------------------------------------------


def _found(passage: Passage, quote: str) -> tuple[int, int] | None:
    found = find_folded(folded_text(passage.text), quote)
    return (found[0] + passage.char_start, found[1] + passage.char_start) if found else None


def _find(passage: Passage, name: str, end: int) -> tuple[int, int] | None:
    """The last place of a name before an offset."""
    at = passage.text.casefold().rfind(name.casefold(), 0, end - passage.char_start)
    same_length = len(passage.text.casefold()) == len(passage.text)
    return (passage.char_start + at, passage.char_start + at + len(name)) if at >= 0 and same_length else None


def _left_out(place: tuple[int, int], left: Sequence[tuple[tuple[int, int], LeftOut]]) -> Reason | None:
    return next((out.reason for where, out in left if _share(place, [where]) >= _COVERED), None)


def _share(place: tuple[int, int], spans: Sequence[tuple[int, int]]) -> float:
    """How much of a place some spans cover."""
    covered = set(chain.from_iterable(range(max(place[0], a), min(place[1], b)) for a, b in spans))
    return len(covered) / max(1, place[1] - place[0])


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return max(one[0], other[0]) < min(one[1], other[1])


def _extent(utterance: Utterance) -> tuple[int, int]:
    return utterance.body.at(0, len(utterance.body.text))


def _decision(
    passage: Passage, kind: DecisionType, reason: Reason, place: tuple[int, int], detail: str = ""
) -> Decision:
    start, end, base = *place, passage.char_start
    return Decision(
        type=kind,
        reason=reason,
        source_span=passage.text[start - base : end - base],
        char_start=start,
        char_end=end,
        detail=detail,
    )
