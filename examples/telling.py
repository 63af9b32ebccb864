"""Print what a read returned: the answer, and what it is worth. Nothing here knows what it ought to be."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

import remember
from examples.taking_in import Taken


class Teller:
    """Asks a memory and prints its answers; has the files at hand, to look each quote up in them."""

    def __init__(self, memory: remember.Client, taken: Sequence[Taken], console: Console) -> None:
        self.memory = memory
        self._taken = taken
        self._console = console
        self._quotes = 0
        self._unfound = 0

    def section(self, title: str, what: str) -> None:
        """A heading, and what to look at below it."""
        self.gap()
        self._console.rule(f"[bold]{title}", align="left")
        self.say(what, "italic")

    def say(self, text: str, style: str = "", *, indent: int = 0) -> None:
        """A paragraph of our own, or of an answer."""
        self._console.print(Padding(Text(text, style=style), (0, 0, 0, indent), expand=False))

    def gap(self) -> None:
        """An empty line."""
        self._console.print()

    def ask(self, question: str, *, time: Mapping[str, Any] | None = None) -> remember.Envelope:
        """Ask what holds; prints the question, and which "no" it is where nothing does."""
        result = self.memory.facts_context(question, time=time)
        self.gap()
        self.say(f"? {question}{_asked(result)}", "bold")
        if result.negative:
            self._no(result.negative)
        return result

    def answer(self, result: remember.Envelope, *, most: int = 1, evidence: bool = False) -> None:
        """The facts that are nearest to the question, with the claims behind them where wanted."""
        for fact in result.facts[:most]:
            self.fact(result, fact, evidence=evidence)

    def fact(self, result: remember.Envelope, fact: remember.FactResult, *, evidence: bool = False) -> None:
        """A fact, and below it when it holds and how well it is supported."""
        documents = "1 document" if fact.evidence_count == 1 else f"{fact.evidence_count} documents"
        self.say(fact.label.rstrip("."), "green", indent=2)
        line = [window(fact), said(result, fact), documents, fact.temporal_match]
        self.say(" · ".join(filter(None, line)), "dim", indent=6)
        if evidence:
            self._evidence(result, fact)

    def both_times(self, result: remember.Envelope, *, most: int = 2) -> None:
        """Facts with their period in the world and in this memory, the one that was held first at the top."""
        for fact in sorted(result.facts[:most], key=lambda fact: fact.validity.ingested_at):
            self.say(fact.label.rstrip("."), "green", indent=2)
            self.say(f"in the world    {window(fact)}", "dim", indent=6)
            held = [belief(fact), said(result, fact)]
            self.say(f"in this memory  {', '.join(filter(None, held))}", "dim", indent=6)

    def _evidence(self, result: remember.Envelope, fact: remember.FactResult) -> None:
        """The claims for and against a fact, and how many more there are."""
        claims = {claim.claim_id: claim for claim in result.evidence}
        for link in result.fact_evidence:
            if link.fact_id == fact.fact_id:
                self._quote(claims[link.claim_id], link.stance)
        for total in result.evidence_totals:
            if total.fact_id == fact.fact_id and total.returned < total.total:
                self.say(f"{total.stance}: {total.total - total.returned} more claims", "dim", indent=4)

    def testimony(self, question: str, *, most: int = 3) -> None:
        """The claims that are nearest to a question, whether they hold or not."""
        result = self.memory.claims_and_sources_context(question)
        if result.negative:
            self._no(result.negative)
        for claim in result.evidence[:most]:
            self._quote(claim, "said")

    def learnt(self, one: Taken, *, most: int = 3) -> None:
        """How much a document has given, and a few of its claims."""
        document = self.memory.show_document(one.doc_id)
        line = f"{one.item.shown}: {document.claims} claims, which support {document.facts} facts"
        self.say(line, "green", indent=2)
        result = self.memory.claims_and_sources_context(document.title or one.item.shown, k=100)
        own = [claim for claim in result.evidence if claim.doc_id == one.doc_id]
        for claim in own[:most]:
            self._quote(claim, "said")

    def checked(self) -> None:
        """How many of the quotes stand in their files, at the characters that were given."""
        found = self._quotes - self._unfound
        self.gap()
        self.say(f"{found} of {self._quotes} quotes were found in their files at the very characters given.")

    def _no(self, negative: remember.Negative) -> None:
        self.say(f"no: {negative.kind}", "yellow", indent=2)
        self.say(negative.explanation, "dim", indent=6)

    def _quote(self, claim: remember.EvidenceResult, stance: str) -> None:
        """The exact words of a claim, and the file and the characters that hold them."""
        when = f"said on {claim.asserted_at:%Y-%m-%d}" if claim.asserted_at else "undated"
        self.say(f"{stance}: “{' '.join(claim.source_span.split())}”", "cyan", indent=4)
        place = f"{self._file(claim)}, characters {claim.char_start}-{claim.char_end}"
        self.say(f"{place}, {when}", "dim", indent=6)

    def _file(self, claim: remember.EvidenceResult) -> str:
        """The newest version of the document in which the words stand at that very place."""
        versions = [one.item for one in reversed(self._taken) if one.doc_id == claim.doc_id]
        self._quotes += 1
        for item in versions:
            if item.says(claim.source_span, claim.char_start):
                return item.shown
        self._unfound += 1
        return versions[0].source_ref if versions else str(claim.document_title)


def window(fact: remember.FactResult) -> str:
    """When a fact holds in the world."""
    begin, end = fact.validity.valid_from, fact.validity.valid_until
    if begin and end:
        last = end - timedelta(microseconds=1)
        return f"on {_day(begin)}" if _day(begin) == _day(last) else f"{_day(begin)} to {_day(end)}"
    if begin:
        return f"since {_day(begin)}"
    return f"until {_day(end)}" if end else "undated"


def belief(fact: remember.FactResult) -> str:
    """When the memory held a fact, by the clock of the database."""
    begin, end = fact.validity.ingested_at, fact.validity.invalidated_at
    return f"{clock(begin)} to {clock(end)}" if end else f"since {clock(begin)}"


def said(result: remember.Envelope, fact: remember.FactResult) -> str:
    """When the supporting claims of an envelope were said, the first and the last; empty where unknown."""
    supporting = {
        link.claim_id
        for link in result.fact_evidence
        if link.fact_id == fact.fact_id and link.stance == "supports"
    }
    times = [claim.asserted_at for claim in result.evidence if claim.claim_id in supporting]
    days = sorted({_day(time) for time in times if time})
    return f"said {' … '.join(dict.fromkeys((days[0], days[-1])))}" if days else ""


def _asked(result: remember.Envelope) -> str:
    """Which time an answer describes, where it is not now."""
    scope = result.temporal_scope
    if scope.mode == "as_of":
        return f"   [at {_day(scope.valid_at)}, believed at {clock(scope.believed_at)}]"
    if scope.mode == "at":
        return f"   [at {_day(scope.at)}, believed now]"
    return "" if scope.mode == "current" else f"   [{scope.mode}]"


def clock(moment: datetime) -> str:
    """An instant of today, in tenths of a second."""
    return f"{moment:%H:%M:%S}.{moment.microsecond // 100_000}"


def _day(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d}"
