"""Sending again what the memory knows costs nothing and counts once."""

from remember.context import OWNER
from remember.retrieve.claims_and_sources import claims_and_sources_context
from remember.retrieve.facts_context import facts_context
from tests.scripted import ScriptedProviders
from tests.stories.telling import Told
from tests.working import rows

_FIELD = "# Field {n}\n\nMira owns field {n}.\n\n# Well {n}\n\nTomas checks well {n} on Mondays.\n"


async def test_a_note_told_three_times_is_one_version_one_claim_and_one_supporter(memory: Told) -> None:
    told = [await memory.tell("Mira owns the gate rota.", "gate") for _ in range(3)]
    assert [one.created for one in told] == [True, False, False]
    assert len({(one.doc_id, one.version_id) for one in told}) == 1
    said = await claims_and_sources_context(memory.opened.context(OWNER), "who owns the gate rota")
    held = await facts_context(memory.opened.context(OWNER), "who owns the gate rota")
    assert [claim.claim_text for claim in said.evidence] == ["Mira owns the gate rota."]
    assert [fact.evidence_count for fact in held.facts] == [1]


async def test_one_sentence_changed_in_a_folder_of_files_costs_the_reading_of_that_sentence(
    memory: Told, models: ScriptedProviders
) -> None:
    first = [await memory.ingest(_FIELD.format(n=n), f"field-{n}") for n in range(100)]
    await memory.wait(*(one.version_id for one in first))
    claims = await rows(memory.opened.context(OWNER), "select claim_id from claims order by 1")
    models.parse.asked.clear()
    models.embed.asked.clear()
    changed = _FIELD.format(n=40).replace("Mondays", "Fridays")
    again = [
        await memory.ingest(changed if n == 40 else _FIELD.format(n=n), f"field-{n}") for n in range(100)
    ]
    await memory.wait(*(one.version_id for one in again))
    assert [n for n, one in enumerate(again) if one.created] == [40]
    assert models.parse.asked == ["Tomas checks well 40 on Fridays."]
    assert [text for text in models.embed.asked if "40" not in text] == []
    after = await rows(memory.opened.context(OWNER), "select claim_id from claims order by 1")
    assert len(after) == len(claims) + 1
    assert set(claims) < set(after)


async def test_an_old_version_can_still_be_addressed(memory: Told) -> None:
    old = await memory.tell("Mira owns the gate rota.", "gate")
    new = await memory.tell("Tomas owns the gate rota.", "gate")
    shown = await memory.call("show_document", doc_id=str(old.doc_id))
    assert [(one.version_no, one.version_id) for one in shown.versions] == [
        (2, new.version_id),
        (1, old.version_id),
    ]
    assert (await memory.report(old.version_id)).ready
