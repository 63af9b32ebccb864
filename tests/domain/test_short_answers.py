"""A short answer says what its question asks for, in the words of both; an unclear one says nothing."""

import pytest

from remember.domain import grounding
from remember.domain.claims import EvidenceSpan, Origin
from tests.domain.testimony import chat, short

WORKS = "Where do you work?"


def answered(question: str, answer: str) -> list[str]:
    return [claim.claim_text for claim in chat(("Ola", question), ("Ines Lund", answer)).claims]


@pytest.mark.parametrize(
    ("question", "answer", "claimed"),
    [
        (WORKS, "At Halden Optics.", "Ines Lund works at Halden Optics."),
        ("So where does your sister live?", "Leeds.", "Ines Lund's sister lives in Leeds."),
        ("Where are you from?", "From Bergen.", "Ines Lund is from Bergen."),
        ("Where is the spare seal?", "In the shed.", "Ines Lund: The spare seal is in the shed."),
        ("Who leads the north team?", "Rhea Stone.", "Ines Lund: Rhea Stone leads the north team."),
        ("Who's on call?", "Me.", "Ines Lund is on call."),
        ("Who wrote the report?", "I did.", "Ines Lund wrote the report."),
        ("Who will chair the review?", "Mio will.", "Ines Lund: Mio will chair the review."),
        ("Who owns the gate rota?", "Rhea and Mio.", "Ines Lund: Rhea and Mio own the gate rota."),
        ("Do you know who leads it?", "Rhea Stone.", "Ines Lund: Rhea Stone leads it."),
        ("What did you give Mio?", "A book.", "Ines Lund gave Mio a book."),
        ("What language does the service use?", "Rust.", "Ines Lund: The service uses Rust."),
        ("What have you made so far?", "Crooked bowls.", "Ines Lund has made crooked bowls so far."),
        ("What did you do?", "Fixed the pump.", "Ines Lund fixed the pump."),
        ("When is the handover?", "3 July.", "Ines Lund: The handover is on 2026-07-03."),
        ("When did you leave Corvo?", "In 2019.", "Ines Lund left Corvo in 2019."),
        ("When did you move to Leeds?", "Last Sunday.", "Ines Lund moved to Leeds on 2026-06-07."),
        ("How many pumps do we have?", "Fourteen.", "Ines Lund and others have fourteen pumps."),
        ("How many people came?", "Thirty.", "Ines Lund: Thirty people came."),
        ("How much did you pay for the boat?", "900 euros.", "Ines Lund paid 900 euros for the boat."),
        ("How often does the code change?", "Every month.", "Ines Lund: The code changes every month."),
        ("Why did you leave?", "Because the pay was bad.", "Ines Lund left because the pay was bad."),
        ("Did you sign the lease?", "No.", "Ines Lund did not sign the lease."),
        ("Did you sign the lease?", "Yes, on Friday.", "Ines Lund signed the lease on 2026-06-05."),
        ("Have you moved to Leeds?", "Yes, I have.", "Ines Lund has moved to Leeds."),
        ("Does Tomas own a boat?", "He does.", "Ines Lund: Tomas owns a boat."),
        ("Is the deal with Bolt signed?", "Not yet.", "Ines Lund: The deal with Bolt is not signed yet."),
        ("Do you still work at Corvo?", "Not any more.", "Ines Lund does not work at Corvo any more."),
        ("Will you come on Friday?", "Nope.", "Ines Lund will not come on 2026-06-19."),
    ],
)  # fmt: skip
def test_a_short_answer_is_written_out_as_what_was_asked(question: str, answer: str, claimed: str) -> None:
    assert answered(question, answer) == [claimed]


def test_it_quotes_the_answer_and_tells_which_words_the_question_lent() -> None:
    said = chat(("Ola", WORKS), ("Ines Lund", "At Halden Optics."))
    (claim,) = said.claims
    assert (claim.speaker, claim.source_span) == ("Ines Lund", "At Halden Optics.")
    assert claim.evidence_spans == (
        EvidenceSpan(char_start=claim.char_start, char_end=claim.char_end),
        EvidenceSpan(char_start=5, char_end=23),
    )
    lent = claim.added_context[-1]
    assert (lent.text, lent.origin, lent.char_start) == ("Ines Lund works", Origin.QUESTION, 5)
    assert [short(a) for a in claim.assertions] == ["relation ines lund works_for [halden optics] holds"]
    assert {(m.name, m.surface) for m in claim.mentions} == {
        ("Ines Lund", "you"),
        ("Halden Optics", "Halden Optics"),
    }
    assert [d.reason for d in said.decisions] == ["question"]


def test_a_no_that_names_another_denies_the_one_and_says_it_of_the_other() -> None:
    said = chat(("Ola", "Is Rhea Stone the lead?"), ("Ines Lund", "No, Lena Brook is."))
    assert [(c.claim_text, c.source_span, c.negated) for c in said.claims] == [
        ("Ines Lund: Rhea Stone is not the lead.", "No, Lena Brook is.", True),
        ("Ines Lund: Lena Brook is the lead.", "Lena Brook is.", False),
    ]
    assert answered("Did you sign it on Monday?", "No, on Friday.")[1] == "Ines Lund signed it on 2026-06-05."


def test_what_else_the_turn_says_is_read_as_ever() -> None:
    assert answered("Did you send the form?", "We did, but the form was late.") == [
        "Ines Lund and others sent the form.",
        'Asked "Did Ines Lund send the form?": Ines Lund: The form was late.',
    ]
    for answer in ("No. I asked for another week.", "No, I asked for another week."):
        assert answered("Did you sign the lease?", answer) == [
            "Ines Lund did not sign the lease.",
            "Ines Lund asked for another week.",
        ]


def test_a_question_stays_open_until_somebody_answers() -> None:
    said = chat(("Ola", WORKS), ("Ines Lund", "Hm."), ("Ola", "I am at Corvo."), ("Ines Lund", "At Halden."))
    assert [c.claim_text for c in said.claims] == ["Ola is at Corvo.", "Ines Lund works at Halden."]
    said = chat(("Ola", "Who leads the north team? Rhea Stone."))
    assert [c.claim_text for c in said.claims] == ["Ola: Rhea Stone leads the north team."]
    said = chat(("Ola", WORKS), ("Ines Lund", "I fixed the pump."), ("Ines Lund", "At Halden Optics."))
    assert not any("works" in c.claim_text for c in said.claims)


@pytest.mark.parametrize(
    ("question", "answer", "why"),
    [
        ("Are you or Mio coming?", "I am.", "it offers a choice"),
        ("Where do you live, and who leads?", "Yes.", "it holds another question"),
        ("Didn't you sign?", "Yes.", "it denies"),
        ("Can you send the form?", "Yes.", "it asks for something to be done"),
        ("Did anyone call?", "Yes.", "a yes does not say which"),
        ("Who leads the north team?", "No idea.", "the answer is not of the kind that is asked for (who)"),
        ("Did you call?", "Hm.", "it answers nothing yet"),
    ],
)
def test_what_is_not_certain_gives_no_claim_but_the_reason(question: str, answer: str, why: str) -> None:
    said = chat(("Ola", question), ("Ines Lund", answer))
    assert said.claims == ()
    assert [d.detail for d in said.decisions if d.source_span == answer] == [why]


@pytest.mark.parametrize("words", ["Lena Brook is.", "Dana did.", "Mio will too.", "We haven't yet."])
def test_a_verb_that_stands_for_more_is_no_claim_by_itself(words: str) -> None:
    said = chat(("Ola", words), ("Ines Lund", "Thanks!"))
    assert said.claims == ()
    (joined,) = chat(("Ola", f"Mio did not sign the lease, but {words}"), ("Ines Lund", "Thanks!")).claims
    assert "Mio did not sign the lease, but " in joined.claim_text
    assert [a.label for a in joined.assertions] == ["Mio did not sign the lease."]


def test_the_statement_of_a_short_answer_is_grounded_or_not_stored() -> None:
    for question, answer in (
        ("Where did you go on holiday?", "To Norway, with my sister."),
        ("**When** is the handover?", "*3 July*."),
        ("Who's the lead’s deputy?", "Zoë Müller."),
    ):
        said = chat(("Ola", question), ("Ines Lund", answer))
        text = f"Ola: {question}\nInes Lund: {answer}"
        assert said.claims
        for claim in said.claims:
            assert grounding.check(claim, text, 0) == []
            assert all(m.char_start < m.char_end <= len(text) for m in claim.mentions)
