"""Testimony: what one sentence of one source says, with the exact span that says it.

A claim is a statement that can be read alone. Everything else here annotates it: where each added word
came from, who holds it, when it says the thing happened, and the assertions that facts are folded from.
Offsets are code points of the stored converted text, half-open.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

from remember.domain.structure import Block, SectionRole
from remember.domain.time import INSTANT_WIDTH, UNDATED, Period, Precision
from remember.errors import Incorrect


class PeriodKind(StrEnum):
    """What a claim's period is about."""

    PROPOSITION_VALIDITY = "proposition_validity"
    EVENT_TIME = "event_time"
    MEASUREMENT_PERIOD = "measurement_period"
    EFFECTIVE_PERIOD = "effective_period"


class MentionKind(StrEnum):
    """What a name seems to name; a hint for resolution, never a reason to merge."""

    PERSON = "person"
    ORGANISATION = "organisation"
    TEAM = "team"
    PRODUCT = "product"
    PROJECT = "project"
    PLACE = "place"
    DOCUMENT = "document"
    VERSION = "version"
    EVENT = "event"
    UNKNOWN = "unknown"


class Role(StrEnum):
    """The part that a mention plays in its claim."""

    SUBJECT = "subject"
    OBJECT = "object"
    HOLDER = "holder"
    OTHER = "other"


class AssertionKind(StrEnum):
    """A relation joins two entities by a known predicate; everything else is an observation."""

    RELATION = "relation"
    OBSERVATION = "observation"


class Effect(StrEnum):
    """What an assertion does to a window: state it, open it, close it, or be an event in it."""

    HOLDS = "holds"
    BEGINS = "begins"
    ENDS = "ends"
    HAPPENS = "happens"


class Supposed(StrEnum):
    """When an assertion counts: only if the memory tells that its relation changed, or unless another did."""

    IF_TOLD = "if_told"
    UNLESS_TOLD = "unless_told"


class ValueKind(StrEnum):
    """How a value's key was made, and so which values can be compared."""

    NUMBER = "number"
    DATE = "date"
    PHRASE = "phrase"


class DecisionType(StrEnum):
    """What was decided about a piece of text on its way to a claim."""

    SELECTION_DROP = "selection_drop"
    SELECTION_KEEP_FLAGGED = "selection_keep_flagged"
    DECONTEXT_EDIT = "decontext_edit"
    GROUNDING_REJECTED = "grounding_rejected"
    RULES_STOOD_IN = "rules_stood_in"


class Reason(StrEnum):
    """Why a sentence was dropped, flagged or changed."""

    QUESTION = "question"
    GREETING = "greeting"
    ADVICE = "advice"
    HYPOTHETICAL = "hypothetical"
    GENERIC = "generic"
    INTRO = "intro"
    NO_INFO = "no_info"
    AMBIGUOUS = "ambiguous"
    BOILERPLATE = "references_boilerplate"
    STRUCK = "struck_out"
    UNRESOLVED = "unresolved"
    UNGROUNDED = "ungrounded"
    FED_BACK = "fed_back"
    MODEL_FAILED = "model_failed"
    RESOLVED_BY_MODEL = "resolved_by_model"


class Origin(StrEnum):
    """Where a word that is not in the span came from."""

    DATE = "date"
    SPEAKER = "speaker"
    PRONOUN = "pronoun"
    HEADING = "heading"
    TITLE = "title"
    TABLE = "table"
    QUESTION = "question"


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceSpan:
    """One range of the stored text."""

    char_start: int
    char_end: int


def moved(spans: Sequence[EvidenceSpan], by: int, *, within: tuple[int, int]) -> tuple[EvidenceSpan, ...]:
    """The spans where their passage stands `by` characters later, at [start, end).

    The origin, which is the first, moves with its passage; a span outside the passage is left out, since
    nothing says where its words are now.
    """
    start, end = within
    shifted = [EvidenceSpan(char_start=span.char_start + by, char_end=span.char_end + by) for span in spans]
    return tuple(span for span in shifted if start <= span.char_start and span.char_end <= end)


@dataclass(frozen=True, slots=True, kw_only=True)
class AddedContext:
    """A substring of the claim text that its span does not have, and where it came from.

    `replaced` is the wording of the source in its place. The offsets name the passage that justifies it;
    both are None where that is not in the text (the document's own time, a speaker label, the title).
    """

    text: str
    origin: Origin
    replaced: str = ""
    char_start: int | None = None
    char_end: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimPeriod:
    """When the claim says it happened or was true. `valid_until` is inclusive: the last day, as stated."""

    valid_from: datetime | None = None
    valid_until: datetime | None = None
    precision: Precision = Precision.UNKNOWN
    kind: PeriodKind | None = None

    def __post_init__(self) -> None:
        known = self.valid_from is not None, self.valid_until is not None
        wanted = {Precision.UNKNOWN: (False, False), Precision.OPEN: (True, False)}
        if known != wanted.get(self.precision, (True, True)):
            raise Incorrect(f"a claim period of precision {self.precision} has the wrong bounds")
        if self.valid_from and self.valid_until and self.valid_until < self.valid_from:
            raise Incorrect(f"claim valid_until {self.valid_until} is before valid_from {self.valid_from}")

    def half_open(self) -> Period:
        """The same stretch with an exclusive end, as facts keep it."""
        if self.precision is Precision.UNKNOWN:
            return UNDATED
        until = self.valid_until
        if until is not None:
            until += INSTANT_WIDTH if self.precision is Precision.INSTANT else timedelta(days=1)
        return Period(valid_from=self.valid_from, valid_until=until, precision=self.precision)


UNDATED_CLAIM = ClaimPeriod()


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A name, or a phrase that names one thing, as the source wrote it.

    `name` is the form to resolve by (without article or honorific clutter); `surface` is the source's own.
    A pronoun or a speaker label that was resolved has the offsets of the word it stands for.
    """

    surface: str
    name: str
    char_start: int
    char_end: int
    kind: MentionKind
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One end of an assertion: a mention of the claim (its index), or just a noun phrase.

    `key` is the folded phrase, the same for every wording that only differs in case, articles or spacing.
    """

    text: str
    key: str
    mention: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """What an observation says of its subject; two values are the same iff their keys are."""

    text: str
    key: str
    kind: ValueKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Assertion:
    """One proposition of a claim, ready to be folded into a fact.

    `kind` is what the words allow: a relation becomes an observation when an end stays unresolved.
    `positive` is False for a denied proposition; it meets its opposite under the same subject,
    predicate and object or value. `label` is a sentence without the dates of its period. `supposed` is set
    where the words leave open whether it is this relation that changed.
    """

    kind: AssertionKind
    subject: Term | None
    predicate: str
    object: Term | None = None
    value: Value | None = None
    positive: bool = True
    effect: Effect = Effect.HOLDS
    period: Period = UNDATED
    supposed: Supposed | None = None
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftClaim:
    """A claim as extracted: not stored yet, its mentions not resolved to entities yet."""

    claim_text: str
    source_span: str
    char_start: int
    char_end: int
    evidence_spans: tuple[EvidenceSpan, ...]
    added_context: tuple[AddedContext, ...] = ()
    is_attributed: bool = False
    holder: str | None = None
    negated: bool = False
    hedged: bool = False
    speaker: str | None = None
    asserted_at: datetime | None = None
    period: ClaimPeriod = UNDATED_CLAIM
    flags: tuple[str, ...] = ()
    mentions: tuple[Mention, ...] = ()
    assertions: tuple[Assertion, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Why a piece of the text is not in memory, or is there with a flag or a change."""

    type: DecisionType
    reason: Reason
    source_span: str
    char_start: int
    char_end: int
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """What an extractor reads: one chunk with what is known around it.

    `text` is the stored text from `char_start` on, character for character; `blocks` are the blocks of the
    version that reach into it, in offsets of the stored text (none given: found in `text` as Markdown).
    `lead` is what a passage that starts inside a table lacks: its header row. `asserted_at` is the source's
    own time: it anchors relative dates; without it a date in the title, in a heading or the day that the
    document gives itself (`written_on`) does, and without any of them they stay unknown.
    `known_names` are names the memory already has. `day_first` reads 03/04 as 3 April.
    """

    text: str
    char_start: int = 0
    title: str = ""
    heading_path: tuple[str, ...] = ()
    lead: str = ""
    section_role: SectionRole = SectionRole.BODY
    asserted_at: datetime | None = None
    blocks: tuple[Block, ...] = ()
    known_names: tuple[str, ...] = ()
    written_on: date | None = None
    day_first: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """Everything one chunk gave: its claims in text order, and a decision for whatever is not one."""

    claims: Sequence[DraftClaim]
    decisions: Sequence[Decision]
