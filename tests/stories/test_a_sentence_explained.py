"""What became of a sentence: asked by its place or its words, for every way in which it can be missing."""

from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest

from remember.errors import Incorrect, NotFound, Unavailable
from remember.wire import SentenceExplanation, SentencePlace
from remember.wiring import Memory
from remember.worker import working
from tests.retrieve.build import Memory as Rows
from tests.scripted import ScriptedProviders
from tests.stories.telling import Told

NOBODY = "00000000-0000-4000-8000-00000000000b"
NOTE = "# Pier notes\n\nMira owns the gate rota. Did anybody see the key? Thanks a lot, everyone!\n"


async def _explain(memory: Told, **asked: Any) -> SentenceExplanation:
    given = {name: str(value) if isinstance(value, UUID) else value for name, value in asked.items()}
    found = await memory.call("explain_sentence", **given)
    assert isinstance(found, SentenceExplanation)
    return found


async def _at(memory: Told, words: str, text: str = NOTE, **asked: Any) -> SentencePlace:
    (place,) = (await _explain(memory, char_start=text.index(words), **asked)).places
    return place


async def test_each_sentence_of_a_note_says_what_became_of_it(memory: Told) -> None:
    told = await memory.tell(NOTE, "pier")
    owned = await _at(memory, "owns", doc_id=told.doc_id)
    assert (owned.text, owned.state, owned.why) == (
        "Mira owns the gate rota.",
        "in_memory",
        "1 claim came of it",
    )
    assert [(claim.claim_text, claim.counts, claim.fact_count) for claim in owned.claims] == [
        ("Mira owns the gate rota.", True, 1)
    ]
    assert NOTE[owned.char_start : owned.char_end] == owned.text
    asked = await _at(memory, "see the key", version_id=told.version_id)
    assert (asked.state, [one.reason for one in asked.decisions]) == ("left_out", ["question"])
    assert asked.why == "no claim was read from it: it asks something, and states nothing"
    thanked = await _at(memory, "Thanks", doc_id=told.doc_id)
    assert (thanked.state, [one.reason for one in thanked.decisions]) == ("left_out", ["greeting"])
    heading = await _at(memory, "Pier notes", doc_id=told.doc_id)
    assert (heading.state, heading.text, heading.unfinished) == ("nothing_recorded", "Pier notes", ())
    (whole,) = (await _explain(memory, doc_id=told.doc_id, char_start=0, char_end=len(NOTE))).places
    assert (whole.text, whole.claim_count, whole.decision_count) == (NOTE, 1, 2)


_LEFT_OUT = [
    ("If only Mira owned a boat.", "hypothetical"),
    ("Please lock the gate at night.", "advice"),
    ("Copyright 2024 Pier Works, all rights reserved.", "references_boilerplate"),
    ("Hello Mira!", "greeting"),
    ("Who owns the gate rota?", "question"),
]


async def test_why_a_sentence_is_not_in_memory_is_told_for_its_words_alone(memory: Told) -> None:
    await memory.tell("\n\n".join(said for said, _ in _LEFT_OUT), "well")
    for said, reason in _LEFT_OUT:
        (place,) = (await _explain(memory, quote=said)).places
        assert (place.text, place.state) == (said, "left_out")
        assert [decision.reason for decision in place.decisions] == [reason]
        assert place.why.startswith("no claim was read from it: ")


async def test_a_claim_that_was_not_grounded_is_told_with_the_sentence(opened: Memory) -> None:
    memory = Told(opened)
    rows = Rows(memory.context)
    note = await rows.document("Mira owns the gate rota.")
    await memory.context.content.put(memory.context.tenant_id, note.text.encode())
    await rows.left_out(note, note.text, "grounding_rejected", "ungrounded", "'Tomas' is not in the source")
    (place,) = (await _explain(memory, doc_id=note.doc_id, char_start=0, char_end=24)).places
    assert (place.state, place.claims) == ("not_grounded", ())
    assert place.why == "no claim of it passed the check: 'Tomas' is not in the source"


async def test_a_sentence_that_a_newer_version_no_longer_has_counts_no_more(memory: Told) -> None:
    first = await memory.tell("Mira owns the gate rota.", "pier", versioning_mode="living")
    second = await memory.tell("Tomas owns the gate rota.", "pier", versioning_mode="living")
    old = await _at(memory, "Mira", "Mira owns the gate rota.", version_id=first.version_id)
    assert (old.state, old.version_no, old.newest_version_no) == ("no_longer_counts", 1, 2)
    assert old.why == "what it said counts no more: a newer version of its document no longer says it"
    quoted = await _explain(memory, doc_id=first.doc_id, quote="Mira owns")
    assert [place.version_id for place in quoted.places] == [first.version_id]
    new = await _explain(memory, doc_id=first.doc_id, quote="Tomas owns the gate rota.")
    assert [(place.version_id, place.state) for place in new.places] == [(second.version_id, "in_memory")]


async def test_a_quote_is_found_however_many_versions_ago_it_was_said(memory: Told) -> None:
    first = await memory.ingest("Who owns the gate rota?", "pier")
    later = [await memory.ingest(f"Who owns gate {n}?", "pier") for n in range(3)]
    await memory.wait(first.version_id, *(one.version_id for one in later))
    found = await _explain(memory, doc_id=first.doc_id, quote="Who owns the gate rota?")
    assert [(place.version_id, place.newest_version_no) for place in found.places] == [(first.version_id, 4)]


async def test_a_sentence_of_a_deleted_version_or_document_is_told_of_no_more(memory: Told) -> None:
    first = await memory.tell("Mira owns the gate rota.", "pier")
    second = await memory.tell("Tomas checks the well.", "pier")
    await memory.call("delete_version", doc_id=str(first.doc_id), version_id=str(first.version_id))
    (place,) = (await _explain(memory, version_id=first.version_id, char_start=3)).places
    assert (place.state, place.text, place.claims) == ("version_deleted", None, ())
    for asked in ({"quote": "Mira owns the gate rota."}, {"doc_id": first.doc_id, "quote": "Mira owns"}):
        with pytest.raises(NotFound, match="no text that may be read holds that quote"):
            await _explain(memory, **asked)
    await memory.call("delete_document", doc_id=str(first.doc_id))
    for gone in ({"doc_id": first.doc_id}, {"version_id": second.version_id}):
        with pytest.raises(NotFound, match="there is no"):
            await _explain(memory, **gone, char_start=0)
    with pytest.raises(NotFound, match="no text that may be read holds that quote"):
        await _explain(memory, quote="Tomas checks the well.")


async def test_a_sentence_that_waits_says_for_what(opened: Memory) -> None:
    memory = Told(opened)
    told = await memory.ingest("Mira owns the gate rota.", "gate")
    (place,) = (await _explain(memory, version_id=told.version_id, char_start=0)).places
    assert (place.state, place.text) == ("not_processed", None)
    assert place.why == "it was not read yet: convert is still to be done"
    assert (place.unfinished[0].stage, place.unfinished[0].status) == ("convert", "pending")
    (quoted,) = (await _explain(memory, doc_id=told.doc_id, quote="Mira owns")).places
    assert quoted.state == "not_processed"


async def test_a_sentence_whose_processing_failed_says_why(opened: Memory, models: ScriptedProviders) -> None:
    models.embed.failures.append(Unavailable("the embedder does not answer"))
    opened.settings = replace(opened.settings, max_attempts=1)
    async with working(opened):
        memory = Told(opened)
        told = await memory.ingest("Mira owns the gate rota.", "gate")
        await memory.wait(told.version_id)
    (place,) = (await _explain(memory, version_id=told.version_id, char_start=0)).places
    assert (place.state, place.text) == ("failed", "Mira owns the gate rota.")
    assert place.why == "processing failed: embed_chunk: the embedder does not answer"


async def test_a_file_that_nothing_converts_is_parked(memory: Told) -> None:
    source = {"source_kind": "notes", "source_ref": "scan"}
    told = await memory.call("ingest", body=b"1", filename="a.bin", mime="application/x-scan", **source)
    (place,) = (await _explain(memory, version_id=told.version_id, char_start=0)).places
    assert place.state == "parked"
    assert place.why == "nothing converts files of its type yet; the file is kept"


async def test_every_place_of_a_quote_is_walked_once(memory: Told) -> None:
    told = await memory.tell("Who lit it?\n\n" * 137, "lamps")
    for asked in ({"doc_id": told.doc_id}, {}):
        page = await _explain(memory, quote="Who lit it?", limit=50, **asked)
        seen = [place.char_start for place in page.places]
        while page.cursor:
            page = await _explain(memory, quote="Who lit it?", limit=50, cursor=page.cursor, **asked)
            seen += [place.char_start for place in page.places]
        assert len(seen) == len(set(seen)) == 137
        assert page.total == (137 if asked else None)


async def test_a_quote_in_another_form_of_unicode_or_spacing_is_found(memory: Told) -> None:
    told = await memory.tell("Zoë owns\nthe “gate” rota.", "gate")
    (place,) = (await _explain(memory, doc_id=told.doc_id, quote='Zoe\u0308 owns the "gate" rota.')).places
    assert place.text == "Zoë owns\nthe “gate” rota."


_REFUSED: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({}, Incorrect, "give one of doc_id and version_id, or a quote alone"),
    ({"doc_id": NOBODY, "version_id": NOBODY, "char_start": 1}, Incorrect, "give one of doc_id"),
    ({"doc_id": NOBODY}, Incorrect, "give one of char_start and quote"),
    ({"doc_id": NOBODY, "char_start": 1, "quote": "x"}, Incorrect, "give one of char_start and quote"),
    ({"doc_id": NOBODY, "char_start": 9, "char_end": 9}, Incorrect, "char_end 9 is not after"),
    ({"quote": "x", "char_end": 9}, Incorrect, "char_end 9 needs a char_start"),
    ({"doc_id": NOBODY, "char_start": -1}, Incorrect, "char_start is -1"),
    ({"doc_id": NOBODY, "char_start": 10**30}, Incorrect, "char_start is 1"),
    ({"doc_id": NOBODY, "char_start": 2**40}, NotFound, f"there is no document {NOBODY}"),
    ({"version_id": NOBODY, "char_start": 0}, NotFound, f"there is no version {NOBODY}"),
    ({"quote": "nobody said this"}, NotFound, "no text that may be read holds that quote"),
    ({"quote": "…"}, Incorrect, "no word to look for"),
    ({"doc_id": NOBODY, "char_start": 0, "limit": 101}, Incorrect, "limit is 101"),
]


async def test_a_question_about_a_sentence_that_cannot_be_right_is_refused(memory: Told) -> None:
    for asked, error, said in _REFUSED:
        with pytest.raises(error, match=said):
            await _explain(memory, **asked)


async def test_a_place_outside_the_text_is_refused(memory: Told) -> None:
    told = await memory.tell("Mira owns the gate rota.", "gate")
    for outside in ({"char_start": 24}, {"char_start": 2**40}, {"char_start": 0, "char_end": 25}):
        with pytest.raises(Incorrect, match="beyond the end of the text, which has 24"):
            await _explain(memory, doc_id=told.doc_id, **outside)
