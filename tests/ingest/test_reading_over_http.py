"""The way from a document to its claims by a model over HTTP: every kind of reply ends in a defined state."""

import json
from dataclasses import replace
from typing import Any

import pytest

from remember.context import Context
from remember.domain.model_reply import PROPOSAL_SCHEMA
from remember.ingest import asking
from remember.ingest.receive import receive
from remember.providers.openai import OpenAIChat
from tests.ingest.reading import DECISIONS, NOTE, proposal, read_by
from tests.providers.chat_server import Respond, events, nothing, serving, status
from tests.working import rows, work_off

_TEXT = "Mira opens the gate at six. She said the well is dry."
_BY_RULES = ["Mira opens the gate at six.", "Mira said the well is dry."]
_GOOD = proposal(("She said the well is dry.", "Mira said the well is dry."))


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "FIRST_WAIT", 0.0)


def _stream(*parts: str, usage: Any = None) -> Respond:
    told = [{"choices": [{"index": 0, "delta": {"content": part}}]} for part in parts]
    return events(*told, *([{"choices": [], "usage": usage}] if usage else []), "[DONE]")


async def _read(
    context: Context, respond: Respond, *, case: str = "", **settings: Any
) -> tuple[list[str], list[Any], list[Any]]:
    """The claims, the outcomes of the calls, and what was sent; each case has a document and a model."""
    async with serving(respond) as server:
        model = OpenAIChat(f"small{case}", base_url=server.address, parameters={"temperature": 0})
        context = read_by(context, model, **settings)
        received = await receive(context, replace(NOTE, source_ref=f"rota{case}"), _TEXT.encode())
        await work_off(context)
    of_case = f"where version_id = '{received.version_id}'"
    claims = await rows(context, f"select claim_text from claims {of_case} order by char_start")
    calls = f"select outcome, count(*)::int from model_calls {of_case} group by 1 order by 1"
    return [text for (text,) in claims], await rows(context, calls), server.requests


async def test_a_good_reply_becomes_claims_and_its_tokens_are_the_servers(context: Context) -> None:
    usage = {"prompt_tokens": 812, "completion_tokens": 64, "total_tokens": 876}
    claims, calls, sent = await _read(context, _stream(_GOOD[:20], _GOOD[20:], usage=usage))
    assert (claims, calls) == (_BY_RULES, [("used", 1)])
    [(path, _, body)] = sent
    assert (path, body["model"], body["temperature"]) == ("/chat/completions", "small", 0)
    assert body["response_format"]["json_schema"]["schema"].keys() == PROPOSAL_SCHEMA.keys()
    assert json.loads(body["messages"][1]["content"])["text"] == _TEXT
    kept = await rows(
        context, "select tokens_in, tokens_out, is_estimated, milliseconds >= 0 from model_calls"
    )
    assert kept == [(812, 64, False, True)]


_USELESS: dict[str, tuple[Respond, list[tuple[str, int]]]] = {
    "prose": (_stream("Mira opens the gate, and the well is dry."), [("unusable", 2)]),
    "nothing": (_stream(""), [("unusable", 2)]),
    "unfinished thoughts": (_stream("<think>The well", " is dry"), [("unusable", 2)]),
    "half an object": (_stream(_GOOD[:-30]), [("unusable", 2)]),
    "the schema": (_stream(json.dumps(PROPOSAL_SCHEMA)), [("unusable", 2)]),
    "an empty claim": (_stream(json.dumps({"claims": [{"claim": ""}], "left_out": []})), [("unusable", 2)]),
    "without end": (_stream("x" * 70_000), [("unusable", 2)]),
    "a broken stream": (events("{", "[DONE]"), [("unreachable", 3)]),
    "an error in its midst": (events({"error": {"message": "out of memory"}}), [("unreachable", 3)]),
    "a failure": (status(500, {"error": "x"}), [("unreachable", 3)]),
    "too many": (status(429, {"error": "x"}), [("busy", 3)]),
    "no key": (status(401, {"error": "x"}), [("refused", 1)]),
    "silence": (nothing, [("timed_out", 3)]),
}


async def test_every_useless_reply_leaves_what_the_rules_read(context: Context) -> None:
    found = {
        case: await _read(context, respond, case=case, model_timeout=0.2 if respond is nothing else 60.0)
        for case, (respond, _) in _USELESS.items()
    }
    assert {case: calls for case, (_, calls, _) in found.items()} == {
        case: outcomes for case, (_, outcomes) in _USELESS.items()
    }
    assert {case: claims for case, (claims, _, _) in found.items()} == dict.fromkeys(_USELESS, _BY_RULES)
    stood_in = [row for row in await rows(context, DECISIONS) if row == ("rules_stood_in", "model_failed")]
    assert len(stood_in) == len(_USELESS)


_FALSE = [
    ("She said the well is dry.", "The well is dry."),
    ("She said the well is dry.", "Tomas said the well is dry."),
    ("Mira opens the gate at six.", "Mira opens the gate at nine."),
    ("Mira opens the gate at six.", "Mira never opens the gate at six."),
    ("Mira closes the gate at six.", "Mira closes the gate at six."),
    ("the well is dry", "The well is dry."),
]


async def test_a_false_reply_adds_no_claim(context: Context) -> None:
    for number, false in enumerate(_FALSE):
        claims, calls, _ = await _read(context, _stream(proposal(false)), case=str(number))
        assert (claims, calls) == (_BY_RULES, [("used", 1)]), false


async def test_a_thinking_model_is_heard_out(context: Context) -> None:
    claims, calls, _ = await _read(context, _stream("<think>The well?</think>\n", _GOOD))
    assert (claims, calls) == (_BY_RULES, [("used", 1)])
    assert ("decontext_edit", "resolved_by_model") in await rows(context, DECISIONS)
