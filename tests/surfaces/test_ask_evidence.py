"""What reaches a model as evidence, in process and over HTTP: nothing taken back or later; and its trust."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import remember
from remember import wire, wiring
from remember.providers.scripted import ScriptedChat
from remember.settings import Settings
from tests.surfaces.faces import served

VAULT = "what does the vault use"
FERRY = "when does the ferry leave"
REFUND = "what is the refund limit"


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    return Settings(database_url=database_url, data_dir=tmp_path)


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> ScriptedChat:
    chat = ScriptedChat()
    monkeypatch.setattr(wiring, "chat_model", lambda settings: chat)
    return chat


@pytest.fixture(params=["in process", "over HTTP"])
def client(
    settings: Settings, model: ScriptedChat, request: pytest.FixtureRequest
) -> Iterator[remember.Client]:
    """A client of the memory with the chat model."""
    if request.param == "in process":
        with remember.Client(settings=settings) as here:
            yield here
        return
    with served(settings) as address, remember.Client(base_url=address, settings=Settings()) as there:
        yield there


def _tell(client: remember.Client, ref: str, text: str, *, kind: str = "file") -> None:
    sent = client.ingest(text.encode(), filename=f"{ref}.md", source_kind=kind, source_ref=ref)
    client.wait_for_readiness([sent.version_id], timeout=120)


def _sent(model: ScriptedChat) -> str:
    """All that the last call was shown as evidence."""
    return "\n".join(one["text"] for one in json.loads(model.asked[-1].user)["evidence"])


def _evidence(client: remember.Client, question: str, time: wire.AsOfTime | None = None) -> str:
    found = remember.evidence_from(client.combined_context(question, time=time))
    return "\n".join(one.text for one in found.sources)


def test_words_that_a_person_took_back_are_no_evidence_for_anybody(
    client: remember.Client, model: ScriptedChat
) -> None:
    _tell(client, "vault", "The vault uses KeyBox. It hangs by the door.\n\nThe vault stands in the cellar.")
    _tell(client, "board", "The vault uses KeyBox.")
    client.ask(VAULT)
    assert "KeyBox" in _sent(model)
    (fact,) = [one for one in client.facts_context(VAULT).facts if "KeyBox" in one.label]
    taken = client.retract(reason="it was a trial", fact_id=fact.fact_id)
    client.ask(VAULT)
    for shown in (_sent(model), _evidence(client, VAULT)):
        assert "KeyBox" not in shown
        assert "The vault stands in the cellar." in shown
    client.restore(retraction_id=taken.retraction_id, reason="it was bought")
    client.ask(VAULT)
    assert "KeyBox" in _sent(model)


def test_a_model_that_is_asked_about_a_past_belief_is_shown_nothing_that_came_later(
    client: remember.Client, model: ScriptedChat
) -> None:
    _tell(client, "timetable", "The ferry leaves at noon.")
    then = client.facts_context(FERRY).temporal_scope.believed_at
    _tell(client, "new board", "The ferry leaves at dusk, and the pier crew sells tickets.")
    time = wire.AsOfTime(mode="as_of", valid_at=then, believed_at=then)
    client.ask(FERRY, time=time)
    for shown in (_sent(model), _evidence(client, FERRY, time)):
        assert "noon" in shown
        assert "sells tickets" not in shown
    client.ask(FERRY)
    assert "sells tickets" in _sent(model)


def test_a_model_is_told_how_far_each_source_is_trusted_and_the_citation_tells_the_reader(
    client: remember.Client, model: ScriptedChat
) -> None:
    client.trust_source(source_kind="mail", trust="unverified", reason="anybody writes mail")
    _tell(client, "post", "The refund limit is 9,000 crowns.", kind="mail")
    _tell(client, "policy", "The refund limit is 500 crowns.", kind="policies")
    client.ask(REFUND)
    (asked,) = model.asked
    sources = json.loads(asked.user)["evidence"]
    assert [(one["text"], one.get("trust")) for one in sources] == [
        ("The refund limit is 500 crowns.", None),
        ("The refund limit is 9,000 crowns.", "unverified"),
    ]
    assert "How far a source is trusted" in asked.system
    cited = [{"source_id": sources[1]["id"], "quote": "9,000 crowns"}]
    fact = {"subject": "mail", "relation": "says", "object": "9,000 crowns", "citations": cited}
    reply = {"status": "answered", "answer": "An unverified mail says 9,000 crowns.", "facts": [fact]}
    model.replies.append(json.dumps(reply | {"inference": None, "missing_evidence": []}))
    answer = client.ask(REFUND)
    assert [one.trust for fact in answer.facts for one in fact.citations] == ["unverified"]


def test_without_a_word_about_trust_a_model_is_told_none(
    client: remember.Client, model: ScriptedChat
) -> None:
    _tell(client, "policy", "The refund limit is 500 crowns.")
    client.ask(REFUND)
    (asked,) = model.asked
    assert "trust" not in asked.user
    assert "How far a source is trusted" not in asked.system
