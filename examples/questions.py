"""What the demo asks, one kind of question after the other."""

from collections.abc import Sequence
from datetime import datetime

from examples.taking_in import Taken
from examples.telling import Teller

_PAYMENTS = "Which payment provider does Lantern use?"
_APRIL = "2025-04-01T00:00:00Z"
_MOST_DOCUMENTS = 5


def ask_about_lantern(teller: Teller, story: Sequence[Taken]) -> None:
    """The questions about the example project."""
    _what_holds(teller)
    _what_changed(teller, story)
    _who_said_so(teller)
    _what_is_contradicted(teller)
    _which_no(teller)


def ask_about_yours(teller: Teller, yours: Sequence[Taken], question: str | None) -> None:
    """What was learnt from files given to the demo, and a question given to it."""
    documents = list({one.doc_id: one for one in yours}.values())
    if documents:
        teller.section("Your files", "What was read in them, and some of it in their own words.")
        for one in documents[:_MOST_DOCUMENTS]:
            teller.learnt(one)
        if more := documents[_MOST_DOCUMENTS:]:
            teller.say(f"and {len(more)} more documents", indent=2)
    if question:
        teller.section("Your question", "First what holds, with its evidence; then the nearest testimony.")
        teller.answer(teller.ask(question), most=3, evidence=True)
        teller.say("what was said", indent=2)
        teller.testimony(question)


def _what_holds(teller: Teller) -> None:
    teller.section("What holds now", "What was said last; possible means that no date confirms it.")
    teller.answer(teller.ask("Who is the owner of the turnstile spec?"))
    teller.answer(teller.ask("What is the offline limit?"))
    teller.answer(teller.ask("When does the pilot at the north pier start?"))


def _what_changed(teller: Teller, story: Sequence[Taken]) -> None:
    teller.section("What changed, and when", "A fact has two times: one in the world, one in this memory.")
    teller.both_times(teller.ask(_PAYMENTS, time={"mode": "history"}))
    teller.both_times(teller.ask("What is the offline limit?", time={"mode": "history"}))
    teller.gap()
    teller.say("The same day, as believed now and as believed when version 2 of the spec came:", "italic")
    arrived = _arrival(teller, story, "turnstile.v2.md")
    teller.answer(teller.ask(_PAYMENTS, time={"mode": "at", "at": _APRIL}))
    as_of = {"mode": "as_of", "valid_at": _APRIL, "believed_at": arrived}
    teller.answer(teller.ask(_PAYMENTS, time=as_of))


def _arrival(teller: Teller, story: Sequence[Taken], filename: str) -> datetime:
    """When the memory was given a version of a document, by its own clock."""
    doc_id = next(one.doc_id for one in story if one.item.path.name == filename)
    versions = teller.memory.show_document(doc_id).versions
    return next(version.ingested_at for version in versions if version.filename == filename)


def _who_said_so(teller: Teller) -> None:
    teller.section("Who said so", "The words themselves, and where they stand.")
    teller.answer(teller.ask("Who leads the Lantern team?"), evidence=True)
    teller.answer(teller.ask("What does Teo Marsh work on?"), evidence=True)


def _what_is_contradicted(teller: Teller) -> None:
    teller.section("What is contradicted", "Two notes of one day disagree: both sides are told.")
    result = teller.ask("How often does the gate code rota change?")
    sides = [fact for fact in result.facts if fact.contradiction is not None]
    for fact in sides:
        teller.fact(result, fact, evidence=True)
    if not sides:
        teller.say("no contradiction was found", indent=2)


def _which_no(teller: Teller) -> None:
    teller.section("Three kinds of no", "Nobody of that name; nothing known about it; known not to be so.")
    teller.answer(teller.ask("What does Petra Voss work on?"))
    teller.answer(teller.ask("Which dentist does Jo Lind go to?"))
    teller.answer(teller.ask("Does the turnstile keep card numbers?"), evidence=True)
