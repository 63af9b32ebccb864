"""What a memory makes of he and she, of not, of last week and of every script, when only rules read."""

import os
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.stories.telling import Told

SAID = "2023-05-24T12:00:00Z"


async def _facts(memory: Told, name: str, words: str = "") -> list[str]:
    """What is held of somebody, in words."""
    (only,) = (await memory.call("resolve_entity", name=name)).entities
    found = await memory.call("facts_context", query=words or name, entity_ids=[str(only.entity_id)], k=20)
    return sorted(fact.label for fact in found.facts)


async def _claims(memory: Told, words: str) -> list[Any]:
    found = await memory.call("search_claims", query=words)
    return list(found.evidence)


@pytest.mark.parametrize(
    ("turns", "name", "held"),
    [
        (
            "Ola: My friend Bo is an engineer.\nOla: He plays chess with Mio.\nWei: Nice to hear!\n",
            "Bo",
            ["Bo is an engineer", "Bo plays chess with Mio"],
        ),
        (
            "Wei: My sister Rana is a welder.\nWei: She plays golf with Ivo.\nOla: Nice to hear!\n",
            "Rana",
            ["Rana is a welder", "Rana plays golf with Ivo"],
        ),
    ],
)
async def test_he_and_she_are_the_friend_and_never_who_speaks(
    memory: Told, turns: str, name: str, held: list[str]
) -> None:
    await memory.tell(turns, "chat")
    assert [label.rstrip(".") for label in await _facts(memory, name)] == held
    everything = await memory.call("facts_context", query="who plays", k=20)
    players = {fact.label.split()[0] for fact in everything.facts if " plays " in fact.label}
    assert players == {name}


async def test_he_who_can_be_two_is_kept_without_a_subject(memory: Told) -> None:
    await memory.tell("Bo met Wei. He plays chess with Mio.", "note")
    (claim,) = [one for one in await _claims(memory, "plays chess") if "chess" in one.claim_text]
    assert claim.claim_text == "He plays chess with Mio."
    (mio,) = (await memory.call("resolve_entity", name="Mio")).entities
    held = await memory.call("facts_context", query="chess", entity_ids=[str(mio.entity_id)])
    assert list(held.facts) == []


@pytest.mark.parametrize(
    ("said", "denied"),
    [
        ("Deploying on Friday is allowed.", "Deploying on Friday is not allowed."),
        ("The vault uses KeyBox.", "The vault does not use KeyBox."),
        ("Rana likes chilli.", "Rana does not like chilli."),
    ],
)
async def test_a_denial_is_no_copy_of_what_it_denies(memory: Told, said: str, denied: str) -> None:
    await memory.tell(said, "rule")
    await memory.tell(denied, "other rule")
    disputed = await memory.call("list_contradictions")
    sides = {fact.label.rstrip(".") for fact in disputed.facts}
    assert sides == {said.rstrip("."), denied.rstrip(".")}


async def test_last_week_is_that_of_the_message(memory: Told) -> None:
    for words, first, last in (
        ("Ola went to Brno last week.", "2023-05-15", "2023-05-21"),
        ("Ola sold the boat yesterday.", "2023-05-23", "2023-05-23"),
        ("Ola opened the shop two months ago.", "2023-03-01", "2023-03-31"),
    ):
        await memory.tell(words, first, source_modified_at=SAID)
        (claim,) = [one for one in await _claims(memory, words) if one.source_span == words]
        assert (str(claim.claim_valid_from.date()), str(claim.claim_valid_until.date())) == (first, last)
        assert claim.asserted_at.isoformat() == "2023-05-24T12:00:00+00:00"


async def test_without_a_time_of_the_message_the_date_is_unknown(memory: Told) -> None:
    await memory.tell("Ola went to Brno last week.", "undated")
    (claim,) = await _claims(memory, "Brno")
    assert (claim.claim_valid_from, claim.claim_valid_until, str(claim.claim_valid_precision)) == (
        None,
        None,
        "unknown",
    )


async def test_when_it_was_so_when_it_was_said_and_when_we_learned_it_are_three_times(memory: Told) -> None:
    await memory.tell("Ola joined Corvo on 1 July 2019.", "letter", source_modified_at="2026-01-05T00:00:00Z")
    (claim,) = await _claims(memory, "Corvo")
    (ola,) = (await memory.call("resolve_entity", name="Ola")).entities
    (fact,) = (await memory.call("facts_context", query="Corvo", entity_ids=[str(ola.entity_id)])).facts
    assert (str(fact.validity.valid_from.date()), str(claim.asserted_at.date())) == (
        "2019-07-01",
        "2026-01-05",
    )
    assert fact.validity.valid_from < claim.asserted_at < fact.validity.ingested_at


@pytest.fixture(params=["Pacific/Midway", "UTC", "Pacific/Kiritimati"])
def clock(request: pytest.FixtureRequest) -> Iterator[str]:
    """The host's clock in a zone."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = request.param
    time.tzset()
    yield request.param
    if before is None:
        del os.environ["TZ"]
    else:
        os.environ["TZ"] = before
    time.tzset()


async def test_the_zone_of_the_host_changes_no_day(clock: str, memory: Told) -> None:
    await memory.tell("Ola sold the boat yesterday.", clock, source_modified_at="2023-05-24T00:30:00Z")
    (claim,) = await _claims(memory, "boat")
    assert claim.claim_text == "Ola sold the boat on 2023-05-23."
    assert str(claim.claim_valid_from.date()) == "2023-05-23"


async def test_words_of_every_script_are_kept_byte_for_byte(memory: Told) -> None:
    scripts = (
        "公司名叫青鸟科技，负责人是欧阳娜。",
        "박지성은 런던에 산다.",
        "Игорь Лукашин живёт в Осло.",
        "يعمل عبد الفتاح في أوسلو.",
        "दाना ओस्लो में रहती है।",
    )
    for text in scripts:
        await memory.tell(text, text[:6])
        (claim,) = [one for one in await _claims(memory, text) if one.source_span == text]
        assert claim.claim_text == text


async def test_no_sign_of_a_question_is_more_than_text(memory: Told) -> None:
    await memory.tell("Lark is kept in C:\\repo\\src/main.py. The scope of Lark is 3f2a-77.", "note")
    everything = {claim.claim_id for claim in await _claims(memory, "Lark")}
    for question in ('a AND (b OR "c', "*", "-x", ":", "'; --", "%", "_", "\\", "a:b*"):
        assert {claim.claim_id for claim in await _claims(memory, question)} <= everything
        assert list((await memory.call("resolve_entity", name=question)).entities) == []
    assert "3f2a-77" in (await _claims(memory, "3f2a-77"))[0].claim_text
    assert "main.py" in (await _claims(memory, "C:\\repo\\src/main.py"))[0].claim_text
