"""Somebody moves from one thing to another: what changed is told by what else is known of them."""

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import permutations

import pytest

from tests.stories.telling import Told

HOME, WORK, TOOL = "located_in", "works_for", "uses"
_VERBS = {HOME: "is in ", WORK: "works for ", TOOL: "uses "}
Held = tuple[str, str, str | None, str | None]


async def _held(memory: Told, name: str, mode: str = "history") -> set[Held]:
    """What is held of somebody in the relations that a move may concern, with its days."""
    found = (await memory.call("resolve_entity", name=name)).entities
    assert len(found) == 1, name
    held = set()
    for predicate in (HOME, WORK, TOOL):
        told = await memory.call(
            "lookup_relations",
            subject_entity_id=str(found[0].entity_id),
            predicate=predicate,
            time={"mode": mode},
        )
        for fact in told.facts:
            days = (fact.validity.valid_from, fact.validity.valid_until)
            first, until = (str(day.date()) if day else None for day in days)
            end = fact.label.removeprefix(f"{name} ").removeprefix(_VERBS[predicate])
            held.add((predicate, end, first, until))
    return held


async def _tell(memory: Told, notes: Sequence[tuple[str, str]], name: str) -> None:
    for text, said in notes:
        await memory.tell(text.format(name), f"{name} {said}", source_modified_at=f"{said}T09:00:00Z")


CASES: dict[str, tuple[list[tuple[str, str]], set[Held]]] = {
    "home": (
        [
            ("{} lives in Ghent.", "2026-01-10"),
            ("{} moved from Ghent to Bruges on 3 May 2026.", "2026-05-06"),
        ],
        {(HOME, "Ghent", None, "2026-05-03"), (HOME, "Bruges", "2026-05-03", None)},
    ),
    "employer": (
        [
            ("{} works for Delta Yard.", "2026-01-10"),
            ("{} moved from Delta Yard to Polar Works on 3 May 2026.", "2026-05-06"),
        ],
        {(WORK, "Delta Yard", None, "2026-05-03"), (WORK, "Polar Works", "2026-05-03", None)},
    ),
    "one of both": (
        [
            ("{} lives in Ghent since 2 March 2020.", "2026-01-10"),
            ("{} works for Delta Yard since 7 June 2021.", "2026-01-11"),
            ("{} left Delta Yard for Polar Works on 3 May 2026.", "2026-05-06"),
        ],
        {
            (HOME, "Ghent", "2020-03-02", None),
            (WORK, "Delta Yard", "2021-06-07", "2026-05-03"),
            (WORK, "Polar Works", "2026-05-03", None),
        },
    ),
    "told only afterwards": (
        [
            ("{} transferred from Delta Yard to Polar Works on 3 May 2026.", "2026-05-06"),
            ("{} works for Polar Works.", "2026-08-01"),
        ],
        {(WORK, "Delta Yard", None, "2026-05-03"), (WORK, "Polar Works", "2026-05-03", None)},
    ),
    "one move after another": (
        [
            ("{} works for Delta Yard since 7 June 2021.", "2026-01-10"),
            ("{} moved from Delta Yard to Polar Works on 3 May 2026.", "2026-05-06"),
            ("{} moved from Polar Works to Heron Foods on 1 July 2026.", "2026-07-02"),
        ],
        {
            (WORK, "Delta Yard", "2021-06-07", "2026-05-03"),
            (WORK, "Polar Works", "2026-05-03", "2026-07-01"),
            (WORK, "Heron Foods", "2026-07-01", None),
        },
    ),
    "tool": (
        [
            ("{} uses KeyBox since 4 January 2024.", "2026-01-10"),
            ("{} switched from KeyBox to LockJar on 3 May 2026.", "2026-05-06"),
        ],
        {(TOOL, "KeyBox", "2024-01-04", "2026-05-03"), (TOOL, "LockJar", "2026-05-03", None)},
    ),
    "back at work": (
        [
            ("{} works for Delta Yard since 7 June 2021.", "2026-01-10"),
            ("{} left Delta Yard on 3 May 2026.", "2026-05-06"),
            ("{} returned to Delta Yard on 1 July 2026.", "2026-07-02"),
        ],
        {(WORK, "Delta Yard", "2021-06-07", "2026-05-03"), (WORK, "Delta Yard", "2026-07-01", None)},
    ),
    "back from a journey": (
        [
            ("{} lives in Ghent.", "2026-01-10"),
            ("{} returned to Ghent on 3 May 2026.", "2026-05-06"),
        ],
        {(HOME, "Ghent", None, None)},
    ),
    "fired and hired": (
        [
            ("{} works for Delta Yard.", "2026-01-10"),
            ("{} was fired by Delta Yard on 3 May 2026.", "2026-05-06"),
            ("Polar Works Ltd hired {} on 1 July 2026.", "2026-07-02"),
        ],
        {(WORK, "Delta Yard", None, "2026-05-03"), (WORK, "Polar Works Ltd", "2026-07-01", None)},
    ),
    "hired away": (
        [
            ("{} works for Delta Yard since 7 June 2021.", "2026-01-10"),
            ("{} was hired by Polar Works on 3 May 2026.", "2026-05-06"),
        ],
        {(WORK, "Delta Yard", "2021-06-07", "2026-05-03"), (WORK, "Polar Works", "2026-05-03", None)},
    ),
    "nothing tells": ([("{} moved from Ghent to Bruges on 3 May 2026.", "2026-05-06")], set()),
    "both tell": (
        [
            ("{} lives in Ghent since 2 March 2020.", "2026-01-10"),
            ("{} works for Ghent since 7 June 2021.", "2026-01-11"),
            ("{} moved from Ghent to Bruges on 3 May 2026.", "2026-05-06"),
        ],
        {(HOME, "Ghent", "2020-03-02", None), (WORK, "Ghent", "2021-06-07", None)},
    ),
}


@pytest.mark.parametrize("case", CASES)
async def test_what_a_move_changed_is_told_by_what_else_is_known_in_any_order(
    memory: Told, case: str
) -> None:
    notes, expected = CASES[case]
    for number, order in enumerate(permutations(notes)):
        name = f"Tarek {'ABCDEF'[number]}olm"
        await _tell(memory, order, name)
        assert await _held(memory, name) == expected, order


async def test_a_move_that_nothing_tells_of_is_an_event_until_something_does(memory: Told) -> None:
    await _tell(memory, [("{} moved from Ghent to Bruges on 3 May 2026.", "2026-05-06")], "Tarek Olm")
    found = await memory.call("facts_context", query="Did Tarek Olm move?", time={"mode": "history"})
    assert [fact.label for fact in found.facts] == ["Tarek Olm moved from Ghent to Bruges."]
    later = await memory.tell("Tarek Olm lived in Ghent until 2 May 2026.", "later")
    moved = {(HOME, "Ghent", None, "2026-05-03"), (HOME, "Bruges", "2026-05-03", None)}
    assert await _held(memory, "Tarek Olm") == moved
    await memory.call("delete_document", doc_id=str(later.doc_id))
    assert await _held(memory, "Tarek Olm") == set()


async def test_an_undated_move_said_last_is_current(memory: Told) -> None:
    notes = [
        ("{} works for Delta Yard.", "2026-01-10"),
        ("{} moved from Delta Yard to Polar Works.", "2026-05-06"),
    ]
    for order in permutations(notes):
        name = f"Tarek {'Olm' if order[0] == notes[0] else 'Ulm'}"
        await _tell(memory, order, name)
        (who,) = (await memory.call("resolve_entity", name=name)).entities
        now = await memory.call("lookup_relations", subject_entity_id=str(who.entity_id), predicate=WORK)
        assert [(fact.label, fact.contradiction) for fact in now.facts] == [
            (f"{name} works for Polar Works", None)
        ]


async def test_who_says_that_they_moved_to_a_town_lives_there_from_then_on(memory: Told) -> None:
    messages = [
        {"speaker": "Ola Lund", "text": "I live in York.", "at": "2026-01-10T09:00:00Z"},
        {"speaker": "Ola Lund", "text": "I moved to Leeds on Sunday.", "at": "2026-05-06T09:00:00Z"},
    ]
    for speaker, order in (("Ola Lund", messages), ("Ida Lund", messages[::-1])):
        for number, message in enumerate(order):
            sent = await memory.call(
                "ingest_conversation",
                messages=[message | {"speaker": speaker}],
                source_kind="chat",
                source_ref=f"{speaker} {number}",
            )
            await memory.wait(sent.version_id)
        # Nobody dated York, so that it has no window; Leeds was said last.
        home = (HOME, "Leeds", "2026-05-03", None)
        assert await _held(memory, speaker) == {(HOME, "York", None, None), home}
        assert await _held(memory, speaker, "current") == {home}


@pytest.mark.parametrize(
    ("denial", "report"),
    [
        ("I didn't move to Leeds.", "I moved to Leeds on Sunday."),
        ("I haven't sold the boat.", "I sold the boat on Sunday."),
        ("I wasn't invited to the harbour review.", "I was invited to the harbour review on Sunday."),
    ],
)
async def test_a_denial_said_before_what_it_denies_was_reported_stands_no_more(
    memory: Told, denial: str, report: str
) -> None:
    messages = [(denial, "2026-04-10T09:00:00Z"), (report, "2026-05-06T09:00:00Z")]
    for speaker, order in (("Ola Lund", messages), ("Ida Lund", messages[::-1])):
        for number, (text, at) in enumerate(order):
            sent = await memory.call(
                "ingest_conversation",
                messages=[{"speaker": speaker, "text": text, "at": at}],
                source_kind="chat",
                source_ref=f"{speaker} {number}",
            )
            await memory.wait(sent.version_id)
        (who,) = (await memory.call("resolve_entity", name=speaker)).entities
        told = {}
        for mode in ("current", "history"):
            found = await memory.call(
                "facts_context", query=report, entity_ids=[str(who.entity_id)], time={"mode": mode}
            )
            told[mode] = [fact.label for fact in found.facts if "n't" in fact.label]
        assert (len(told["current"]), len(told["history"])) == (0, 1)


@pytest.mark.parametrize(
    ("verb", "change"),
    [
        ("leads", "Everton Bly took over the {name} from Rhea Stone"),
        ("owns", "Everton Bly took over the {name} from Rhea Stone"),
        ("owns", "Rhea Stone sold the {name} to Everton Bly"),
        ("owns", "Everton Bly bought the {name} from Rhea Stone"),
    ],
)
async def test_who_takes_a_thing_over_has_what_the_one_before_had_of_it(
    memory: Told, verb: str, change: str
) -> None:
    notes = [
        ("Rhea Stone {verb} the {name}.", "2026-01-10"),
        (f"{change} on 3 May 2026.", "2026-05-06"),
    ]
    said = {"leads": "is led by", "owns": "is owned by"}[verb]
    for number, order in enumerate(permutations(notes)):
        name = ("North Museum", "South Museum")[number]
        for text, day in order:
            note = text.format(verb=verb, name=name)
            await memory.tell(note, f"{name} {day}", source_modified_at=f"{day}T09:00:00Z")
        (museum,) = (await memory.call("resolve_entity", name=name)).entities
        found = await memory.call(
            "lookup_relations", subject_entity_id=str(museum.entity_id), time={"mode": "history"}
        )
        since = datetime(2026, 5, 3, tzinfo=UTC)
        held = [f for f in found.facts if f.label.startswith(f"{name} {said}")]
        assert {(f.label, f.validity.valid_from, f.validity.valid_until) for f in held} == {
            (f"{name} {said} Rhea Stone", None, since),
            (f"{name} {said} Everton Bly", since, None),
        }


@pytest.mark.parametrize(
    ("before", "after", "label"),
    [
        ("The {} gate is closed.", "The {} gate reopened on 3 May 2026.", "{} gate is open."),
        ("The {} gate is open.", "The {} gate was closed on 3 May 2026.", "{} gate is closed."),
        (
            "The {} review is assigned to Rhea Stone.",
            "The {} review was reassigned to Everton Bly on 3 May 2026.",
            "{} review is assigned to Everton Bly",
        ),
        (
            "Rhea Stone leads the {} team.",
            "Rhea Stone was replaced by Everton Bly as lead of the {} team on 3 May 2026.",
            "{} team is led by Everton Bly",
        ),
        (
            "Rhea Stone is the chair of the {} trust.",
            "Everton Bly was elected chair of the {} trust on 3 May 2026.",
            "The chair of {} trust is Everton Bly",
        ),
    ],
)
async def test_a_state_that_a_change_begins_takes_the_place_of_the_one_before(
    memory: Told, before: str, after: str, label: str
) -> None:
    notes = [(before, "2026-01-10"), (after, "2026-05-06")]
    for name, order in zip(("North", "South"), permutations(notes), strict=True):
        for text, day in order:
            await memory.tell(text.format(name), f"{name} {day}", source_modified_at=f"{day}T09:00:00Z")
        thing = f"{name} {before.partition('{} ')[2].split()[0].rstrip('.')}"
        (found,) = (await memory.call("resolve_entity", name=thing)).entities
        told = await memory.call("facts_context", query=thing, entity_ids=[str(found.entity_id)])
        held = [fact.label for fact in told.facts if thing in fact.label]
        assert held == [label.format(name)]
