"""Two of one name, before anybody said so: proposed where documents disagree on several things."""

from typing import Any
from uuid import uuid4

import pytest

from remember.errors import NotFound
from tests.stories.telling import Told

_TWO = {
    "Alex Reed": (
        "Alex Reed works for Norvik. Alex Reed is a welder. Alex Reed lives in Oslo.\n",
        "Alex Reed works for Aire Hospital. Alex Reed is a nurse. Alex Reed lives in Leeds.\n",
    ),
    "Ida Moe": (
        "Ida Moe lives in Ghent. Ida Moe reports to Pavel Orn.\n",
        "Ida Moe reports to Sunniva Dahl. Ida Moe lives in Turku. Ida Moe plays the cello.\n",
    ),
    "Greta Holm": (
        "Greta Holm works for Corvo and lives in Bergen.\n",
        "Greta Holm lives in Porto and works for Norvik.\n",
    ),
    "Tor Vale": (
        "# Crew\n\nTor Vale works for Corvo.\n\nTor Vale lives in Bergen. He sings.\n",
        "Tor Vale lives in Porto. In spring Tor Vale painted a boat. Tor Vale works for Duna Mills.\n",
    ),
}
_ONE = {
    # One thing that two sources give otherwise.
    "Rana Holt": ("Rana Holt works for Corvo.\n", "Rana Holt works for Norvik.\n"),
    # What somebody can have many of.
    "Mio Berg": (
        "Mio Berg likes rain. Mio Berg knows Sam. Mio Berg uses a loom.\n",
        "Mio Berg likes fog. Mio Berg knows Ada. Mio Berg uses a kiln.\n",
    ),
    # Two things differ, and one is told alike.
    "Ada Finn": (
        "Ada Finn works for Corvo. Ada Finn lives in Bergen. Ada Finn founded Lantern.\n",
        "Ada Finn works for Norvik. Ada Finn lives in Oslo. Ada Finn founded Lantern.\n",
    ),
    # A move that says when.
    "Sam Orel": (
        "Sam Orel works for Corvo since 2019. Sam Orel lives in Bergen since 2019.\n",
        "Sam Orel works for Norvik since 2022. Sam Orel lives in Oslo since 2022.\n",
    ),
    # One document that corrects itself.
    "Lena Fosse": (
        """Lena Fosse works for Corvo. Lena Fosse lives in Bergen.

        Lena Fosse works for Norvik. Lena Fosse lives in Oslo.
        """,
    ),
}


async def _proposals(memory: Told) -> list[Any]:
    page = await memory.call("list_split_proposals")
    assert page.cursor is None
    return sorted(page.proposals, key=lambda one: str(one.entity.name))


async def _tell(memory: Told, cases: dict[str, tuple[str, ...]], **more: Any) -> dict[str, str]:
    """Tell every note as a document of its own; the title of each, by its id."""
    titles = {}
    for name, notes in cases.items():
        for number, text in enumerate(notes):
            version = await memory.tell(text, f"{name} {number}", **more)
            titles[str(version.doc_id)] = f"{name} {number}"
    return titles


async def test_only_who_differs_in_several_things_is_proposed(memory: Told) -> None:
    titles = await _tell(memory, _TWO | _ONE)
    found = await _proposals(memory)
    assert [one.entity.name for one in found] == sorted(_TWO)
    for one in found:
        parts = [{titles[str(doc_id)] for doc_id in part.doc_ids} for part in one.parts]
        assert sorted(parts, key=str) == [{f"{one.entity.name} 0"}, {f"{one.entity.name} 1"}]


async def test_a_later_source_that_says_otherwise_tells_of_a_change(memory: Told) -> None:
    for number, year in enumerate((2023, 2024)):
        notes = {name: (texts[number],) for name, texts in _TWO.items()}
        for name, (text,) in notes.items():
            said = f"{year}-03-01T00:00:00Z"
            await memory.tell(text, f"{name} {year}", source_modified_at=said)
    assert not await _proposals(memory)


async def _tell_by_year(memory: Told, *notes: str) -> list[str]:
    """Tell notes of different years, in their order; their documents."""
    told = [
        await memory.tell(text, f"note {year}", source_modified_at=f"{year}-03-01T00:00:00Z")
        for year, text in enumerate(notes, 2020)
    ]
    return [str(version.doc_id) for version in told]


async def test_two_of_one_name_who_are_told_of_in_turn_are_proposed(memory: Told) -> None:
    welder, nurse = _TWO["Alex Reed"]
    ids = await _tell_by_year(memory, welder, nurse, welder + "Alex Reed sings.", nurse + "Alex Reed rows.")
    (found,) = await _proposals(memory)
    assert found.in_turn == found.predicates == ("located_in", "works_for")
    parts = [{str(doc_id) for doc_id in part.doc_ids} for part in found.parts]
    assert sorted(parts, key=lambda part: ids[0] not in part) == [{*ids[::2]}, {*ids[1::2]}]
    await memory.call(
        "split_entity", entity_id=str(found.entity.entity_id), doc_ids=ids[1::2], reason="as proposed"
    )
    assert not await _proposals(memory)


@pytest.mark.parametrize(
    "notes",
    [
        # Somebody who moved, and is told of twice before and twice after.
        ("Bo Lind works for Corvo. Bo Lind lives in Bergen.",) * 2
        + ("Bo Lind works for Norvik. Bo Lind lives in Oslo.",) * 2,
        # One thing that changes to and fro.
        ("Bo Lind works for Corvo. Bo Lind lives in Bergen.", "Bo Lind works for Norvik.") * 2,
        # Moves that say when.
        (
            "Bo Lind works for Corvo since 2020. Bo Lind lives in Bergen since 2020.",
            "Bo Lind works for Norvik since 2021. Bo Lind lives in Oslo since 2021.",
            "Bo Lind works for Corvo since 2022. Bo Lind lives in Bergen since 2022.",
        ),
        # What somebody can have many of.
        ("Bo Lind knows Sam. Bo Lind uses a loom.", "Bo Lind knows Ada. Bo Lind uses a kiln.") * 2,
        # Two homes and two jobs, and one thing told alike.
        (
            "Bo Lind works for Corvo. Bo Lind lives in Bergen. Bo Lind founded Lantern.",
            "Bo Lind works for Norvik. Bo Lind lives in Oslo. Bo Lind founded Lantern.",
        )
        * 2,
    ],
    ids=["a move", "one thing", "dated", "many", "something alike"],
)
async def test_one_who_only_changed_is_not_proposed(memory: Told, notes: tuple[str, ...]) -> None:
    await _tell_by_year(memory, *notes)
    assert not await _proposals(memory)


async def test_a_proposal_is_acted_on_with_its_documents_and_is_gone(memory: Told) -> None:
    await _tell(memory, {"Alex Reed": _TWO["Alex Reed"]})
    (found,) = await _proposals(memory)
    assert {"works_for", "located_in"} <= set(found.predicates)
    ids = [str(doc_id) for doc_id in found.parts[1].doc_ids]
    split = await memory.call(
        "split_entity", entity_id=str(found.entity.entity_id), doc_ids=ids, reason="as proposed"
    )
    assert not await _proposals(memory)
    assert len((await memory.call("resolve_entity", name="Alex Reed")).entities) == 2
    await memory.call(
        "merge_entities",
        survivor_id=str(found.entity.entity_id),
        absorbed_id=str(split.other_id),
        reason="one after all",
    )
    assert [one.entity.name for one in await _proposals(memory)] == ["Alex Reed"]


async def test_who_is_said_to_be_one_is_not_proposed_again_until_that_is_lifted(memory: Told) -> None:
    await _tell(memory, {"Alex Reed": _TWO["Alex Reed"]})
    (found,) = await _proposals(memory)
    who = str(found.entity.entity_id)
    ids = [str(doc_id) for part in found.parts for doc_id in part.doc_ids]
    one = await memory.call("exclude_split", entity_id=who, doc_ids=ids, reason="she moved, I asked")
    assert not await _proposals(memory)
    # They stay one when one of the notes is told anew.
    await memory.tell(_TWO["Alex Reed"][1] + "Alex Reed rows.\n", "Alex Reed 1")
    assert not await _proposals(memory)
    # A further note that agrees with neither may still be of a namesake.
    await memory.tell("Alex Reed lives in Turku. Alex Reed works for Duna Mills.\n", "a third")
    (further,) = await _proposals(memory)
    assert sorted(map(len, (part.doc_ids for part in further.parts))) == [1, 2]
    assert {str(doc_id) for part in further.parts for doc_id in part.doc_ids} > {*ids}
    lifted = await memory.call("allow_split", entity_id=who, reason="there are two after all")
    events = (await memory.call("list_identity_events", entity_id=who)).events
    assert [(event.kind, event.reversed_by, event.reverse_with) for event in events] == [
        ("allow_split", None, "exclude_split"),
        ("exclude_split", lifted.event_id, None),
    ]
    assert (events[1].event_id, events[1].reason) == (one.event_id, "she moved, I asked")
    assert len(await _proposals(memory)) == 1
    with pytest.raises(NotFound, match="nothing keeps"):
        await memory.call("allow_split", entity_id=who, reason="again")


async def test_documents_that_are_not_there_are_no_reason_to_be_one(memory: Told) -> None:
    await _tell(memory, {"Alex Reed": _TWO["Alex Reed"]})
    (found,) = await _proposals(memory)
    who, known = str(found.entity.entity_id), str(found.parts[0].doc_ids[0])
    with pytest.raises(NotFound, match="there is no document"):
        await memory.call("exclude_split", entity_id=who, doc_ids=[known, str(uuid4())], reason="one")
    with pytest.raises(NotFound, match="there is no entity"):
        await memory.call("exclude_split", entity_id=str(uuid4()), doc_ids=[known, who], reason="one")
    assert len(await _proposals(memory)) == 1


async def test_proposals_come_in_pages(memory: Told) -> None:
    await _tell(memory, _TWO)
    names, cursor = [], None
    for _ in range(10):
        more = {"cursor": cursor} if cursor else {}
        page = await memory.call("list_split_proposals", limit=1, **more)
        names += [one.entity.name for one in page.proposals]
        cursor = page.cursor
        if cursor is None:
            break
    assert sorted(names) == sorted(_TWO)
