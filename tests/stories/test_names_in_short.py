"""Somebody who is named in full once, and by a part of the name further on."""

from typing import Any

from tests.stories.telling import Told

_BETWEEN = "The long barn was swept and the gates were painted again in the spring of that year. " * 40
_FIRST = "# Staff\n\nIngrid Solheim leads the night crew. She remembers every gate.\n\n# Barn\n\n"


def _note(later: str, first: str = _FIRST) -> str:
    return f"{first}{_BETWEEN}\n\n# Later\n\n{later}\n"


async def _named(memory: Told, surface: str, doc_id: Any) -> list[tuple[Any, str, str]]:
    """Whom a document's mentions by these words are of, and how that was decided."""
    async with memory.context.database.read() as tx:
        rows = await (
            await tx.execute(
                b"select entity_id, method, reason from mentions where surface = %s and doc_id = %s",
                (surface, doc_id),
            )
        ).fetchall()
    return list(rows)


async def test_a_first_name_further_on_is_the_person_named_in_full(memory: Told) -> None:
    told = await memory.tell(_note("Ingrid moved to the kiln crew on 4 May 2026."), "staff")
    ((whole, _, _),) = set(await _named(memory, "Ingrid Solheim", told.doc_id))
    assert await _named(memory, "Ingrid", told.doc_id) == [
        (whole, "full_name", "short for Ingrid Solheim, whom this document names")
    ]


async def test_a_first_name_of_two_people_is_given_to_neither(memory: Told) -> None:
    first = _FIRST + "Ingrid Dahl remembers every key.\n\n"
    told = await memory.tell(_note("Ingrid moved to the kiln crew on 4 May 2026.", first), "staff")
    (named,) = await _named(memory, "Ingrid", told.doc_id)
    assert named[:2] == (None, "ambiguous")


async def test_a_first_name_alone_in_another_document_is_only_proposed(memory: Told) -> None:
    await memory.tell(_FIRST, "staff")
    told = await memory.tell("Ingrid moved to the kiln crew on 4 May 2026.", "news")
    ((alone, method, _),) = await _named(memory, "Ingrid", told.doc_id)
    assert (alone is not None, method) == (True, "new")
    proposals = await memory.call("list_entity_proposals")
    assert [{one.name for one in (pair.one, pair.other)} for pair in proposals.proposals] == [
        {"Ingrid", "Ingrid Solheim"}
    ]


async def test_what_a_short_name_was_taken_for_can_be_taken_back(memory: Told) -> None:
    told = await memory.tell(_note("Ingrid moved to the kiln crew on 4 May 2026."), "staff")
    ((whole, _, _),) = set(await _named(memory, "Ingrid Solheim", told.doc_id))
    mentions = await memory.call("list_mentions", entity_id=str(whole))
    (short,) = [one for one in mentions.mentions if one.surface == "Ingrid"]
    await memory.call(
        "split_entity", entity_id=str(whole), mention_ids=[str(short.mention_id)], reason="another Ingrid"
    )
    ((other, method, reason),) = await _named(memory, "Ingrid", told.doc_id)
    assert (other != whole, method, reason) == (True, "person", "another Ingrid")
