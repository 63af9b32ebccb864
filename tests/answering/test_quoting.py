"""A read becomes evidence: the source's own words, who said them when, what belief says, and where."""

import json
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid5

import pytest

import remember
from remember import wire
from remember.domain.evidence_selection import select
from remember.domain.trust import Trust
from remember.providers.chat import ChatReply, ChatRequest

HERE = UUID(int=7)
T = datetime(2031, 5, 2, 9, tzinfo=UTC)
TEXT = "Notes of May.\n\nBo paints the hull on Mondays. He likes the smell of it.\n\nMio keeps the log."


def known(name: str) -> UUID:
    return uuid5(HERE, name)


def claim(span: str, *, text: str = TEXT, doc: str = "notes", wording: str = "") -> wire.EvidenceResult:
    start = text.index(span)
    return wire.EvidenceResult(
        claim_id=known(span),
        doc_id=known(doc),
        chunk_id=known("chunk"),
        claim_text=wording or span,
        source_span=span,
        char_start=100 + start,
        char_end=100 + start + len(span),
        is_attributed=False,
        is_current_testimony=True,
        asserted_at=T,
        document_title=doc,
        source_kind="notes",
    )


def passage(text: str = TEXT, doc: str = "notes") -> wire.ChunkEvidenceResult:
    return wire.ChunkEvidenceResult(
        chunk_id=known("chunk" + text),
        doc_id=known(doc),
        version_id=known(doc + " version"),
        representation_id=known("text"),
        chunk_text=text,
        char_start=100,
        char_end=100 + len(text),
        section_role="body",
        document_title=doc,
        source_kind="notes",
    )


def fact(name: str, *rivals: str) -> wire.FactResult:
    window = wire.Validity(valid_from=None, valid_until=None, ingested_at=T, invalidated_at=None)
    sides = tuple(
        wire.CoMember(fact_id=known(rival), label=rival, evidence_count=1, validity=window)
        for rival in rivals
    )
    group = known("group")
    told = wire.Contradiction(group_id=group, co_members=sides, returned=len(sides), total=len(sides))
    return wire.FactResult(
        fact_id=known(name),
        kind="observation",
        label=name,
        evidence_count=1,
        validity=window,
        contradiction_group=group if rivals else None,
        contradiction=told if rivals else None,
    )


def link(name: str, span: str, stance: wire.Stance = "supports") -> wire.FactEvidence:
    return wire.FactEvidence(
        fact_kind="observation", fact_id=known(name), claim_id=known(span), stance=stance
    )


def envelope(grain: wire.Grain = wire.Grain.EVIDENCE, **parts: Any) -> wire.Envelope:
    statuses: dict[str, dict[str, Any]] = parts.pop("told", {})
    made = wire.Envelope(
        grain=grain,
        temporal_scope=wire.CurrentTemporalScope(evaluated_at=T, believed_at=T),
        freshness=wire.Freshness(pg_live_ts=T),
        **parts,
    )
    version = known("notes version")
    told = {known(span): wire.ClaimAccount(version_id=version, **more) for span, more in statuses.items()}
    return made.accounting(claims=told) if told else made


def test_a_claim_becomes_the_words_around_its_span_and_not_its_paraphrase() -> None:
    said = claim("He likes the smell of it.", wording="Bo likes the smell of paint.")
    read = envelope(
        evidence=(said,),
        chunks=(passage(),),
        told={said.source_span: {"speaker": "Mio", "status": "current"}},
    )
    found = remember.evidence_from(read)
    around = "Notes of May.\n\nBo paints the hull on Mondays. He likes the smell of it."
    assert found.sources == (
        remember.EvidenceSource(
            id="s1", text=around, observed_at=1935478800000, speaker="Mio", status="current"
        ),
    )


def test_words_of_another_status_are_not_put_into_one_source() -> None:
    first, second = claim("Bo paints the hull on Mondays."), claim("He likes the smell of it.")
    told = {first.source_span: {"status": "superseded"}, second.source_span: {"status": "current"}}
    found = remember.evidence_from(envelope(evidence=(first, second), chunks=(passage(),), told=told))
    assert [(one.text, one.status) for one in found.sources] == [
        ("Bo paints the hull on Mondays.", "superseded"),
        ("He likes the smell of it.", "current"),
    ]


def test_claims_of_one_status_in_one_paragraph_are_one_source() -> None:
    first, second = claim("Bo paints the hull on Mondays."), claim("He likes the smell of it.")
    told = {one.source_span: {"status": "current"} for one in (first, second)}
    found = remember.evidence_from(envelope(evidence=(first, second), chunks=(passage(),), told=told))
    assert [one.words.claim_ids for one in found.quoted] == [(first.claim_id, second.claim_id)]


def _taken_back(span: str) -> dict[UUID, tuple[wire.EvidenceSpan, ...]]:
    start = 100 + TEXT.index(span)
    return {known("notes version"): (wire.EvidenceSpan(char_start=start, char_end=start + len(span)),)}


def test_what_was_taken_back_is_left_out_with_its_paragraph_and_its_neighbour_keeps_to_its_span() -> None:
    wrong, beside = claim("Bo paints the hull on Mondays."), claim("He likes the smell of it.")
    whole = claim("Bo paints the hull on Mondays. He likes the smell of it.")
    told = {one.source_span: {"status": "current"} for one in (wrong, beside, whole)}
    read = envelope(evidence=(wrong, whole, beside), chunks=(passage(),), told=told)
    found = remember.evidence_from(read.accounting(taken_back=_taken_back(wrong.source_span)))
    assert [one.text for one in found.sources] == [
        "He likes the smell of it.",
        "Notes of May.",
        "Mio keeps the log.",
    ]
    assert [(one.words.start, one.words.text) for one in found.quoted] == [
        (100 + TEXT.index(one.text), one.text) for one in found.sources
    ]


def test_a_contradiction_is_left_out_whole_when_words_of_a_side_were_taken_back() -> None:
    one, other = claim("Bo paints the hull on Mondays."), claim("Mio keeps the log.")
    group = known("group")
    sides = {"status": "contradicted", "contradiction_groups": (group,)}
    read = envelope(
        grain=wire.Grain.FACT,
        facts=(fact("one", "other"), fact("other", "one")),
        evidence=(one, other),
        fact_evidence=(link("one", one.source_span), link("other", other.source_span)),
        told={one.source_span: sides, other.source_span: sides},
    )
    assert len(remember.evidence_from(read).sources) == 2
    found = remember.evidence_from(read.accounting(taken_back=_taken_back(one.source_span)))
    assert (found.sources, found.one_sided) == ((), (group,))


def test_what_came_after_the_belief_asked_about_is_left_out() -> None:
    said, later = claim("Bo paints the hull on Mondays."), passage("The ferry sails at noon.", doc="board")
    read = envelope(evidence=(said,), chunks=(later,), told={said.source_span: {"status": "current"}})
    found = remember.evidence_from(read.accounting(came_later=(later.version_id,)))
    assert [one.text for one in found.sources] == ["Bo paints the hull on Mondays."]


def test_a_passage_without_a_claim_comes_last_and_as_it_stands() -> None:
    said, other = claim("Bo paints the hull on Mondays."), passage("The ferry sails at noon.", doc="board")
    found = remember.evidence_from(envelope(evidence=(said,), chunks=(other, passage())))
    assert [(one.text, one.id) for one in found.sources] == [
        ("Notes of May.\n\nBo paints the hull on Mondays. He likes the smell of it.", "s1"),
        ("The ferry sails at noon.", "s2"),
    ]


RED, GREY = "The hull is red.", "The hull is grey."
BOTH = f"{RED} {GREY}"


def rivals(**parts: Any) -> wire.Envelope:
    totals = [
        wire.EvidenceTotal(fact_kind="observation", fact_id=known(name), stance=stance, returned=1, total=1)
        for name in ("red", "grey")
        for stance in ("supports", "contradicts")
    ]
    sides = {"status": "contradicted", "contradiction_groups": (known("group"),)}
    given = {
        "facts": (fact("red", "grey"),),
        "evidence": (claim(RED, text=BOTH), claim(GREY, text=BOTH)),
        "fact_evidence": (link("red", RED), link("red", GREY, "contradicts")),
        "evidence_totals": totals[:2],
        "told": {RED: sides, GREY: sides},
    }
    return envelope(wire.Grain.FACT, **given | parts)


def test_both_sides_of_a_contradiction_come_together() -> None:
    found = remember.evidence_from(rivals())
    assert [(one.text, one.status) for one in found.sources] == [
        (RED, "contradicted"),
        (GREY, "contradicted"),
    ]


def test_where_both_sides_do_not_fit_neither_is_sent() -> None:
    roomy = remember.evidence_from(rivals(), max_context_tokens=2_048).sources
    assert len(roomy) == 2
    assert remember.evidence_from(rivals(), max_context_tokens=40).sources == ()


def test_a_contradiction_without_words_for_one_side_is_left_out_and_named() -> None:
    found = remember.evidence_from(
        rivals(evidence=(claim(RED, text=BOTH),), fact_evidence=(link("red", RED),), evidence_totals=())
    )
    assert (found.sources, found.one_sided) == ((), (known("group"),))


def test_facts_tell_the_status_where_no_account_came_with_the_envelope() -> None:
    held = rivals(told={})
    backed = envelope(
        wire.Grain.FACT,
        facts=(fact("log"),),
        evidence=(claim("Mio keeps the log."),),
        fact_evidence=(link("log", "Mio keeps the log."),),
    )
    assert [one.status for one in remember.evidence_from(backed).sources] == ["current"]
    assert remember.evidence_from(held).sources[0].status == "contradicted"


class Quotes:
    """Answers with these words of the first source."""

    def __init__(self, quote: str) -> None:
        self.quote = quote

    async def generate(self, request: ChatRequest) -> ChatReply:
        cited = [{"source_id": "s1", "quote": self.quote}]
        told = {"subject": "Mio", "relation": "keeps", "object": "the log", "citations": cited}
        reply = {"status": "answered", "facts": [told], "answer": "Mio.", "inference": None}
        return ChatReply(text=json.dumps(reply | {"missing_evidence": []}))


async def test_a_citation_is_found_again_in_its_version() -> None:
    said = claim("Mio keeps the log.")
    read = envelope(
        evidence=(said,), chunks=(passage(),), told={said.source_span: {"speaker": "Bo", "status": "current"}}
    )
    found = remember.evidence_from(read)
    request = {"question": "who keeps the log", "sources": found.sources}
    answer = await remember.answer_from_evidence(request, Quotes("keeps the log"))
    start = 100 + TEXT.index("keeps the log")
    assert found.cited(answer) == (
        remember.Cited(
            fact=0,
            citation=0,
            quote="keeps the log",
            doc_id=said.doc_id,
            version_id=known("notes version"),
            char_start=start,
            char_end=start + len("keeps the log"),
            claim_ids=(said.claim_id,),
            document_title="notes",
            source_kind="notes",
            speaker="Bo",
            said_at=T,
            status="current",
            trust=Trust.ASSERTED,
        ),
    )


@pytest.mark.parametrize("allowance", [10, 60, 200, 2_048])
def test_whatever_is_given_is_sent_whole(allowance: int) -> None:
    many = tuple(claim(f"Bo paints hull {n}.", text=f"Bo paints hull {n}.") for n in range(80))
    found = remember.evidence_from(envelope(evidence=many), max_context_tokens=allowance)
    sent = select(found.sources, allowance)
    assert (sent.omitted_ids, sent.context_tokens <= allowance) == ((), True)
