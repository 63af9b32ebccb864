"""Two wordings judged by a model over HTTP: a useless reply changes nothing, and can be asked for again."""

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest

from remember.context import OWNER, Context
from remember.domain.ruling import VERDICT_SCHEMA
from remember.ingest import asking
from remember.ingest.receive import receive
from remember.ingest.replay import dead_letters, replay
from remember.providers.openai import OpenAIChat
from remember.wiring import Memory
from remember.worker import working
from tests.ingest.reading import NOTE, proposal
from tests.providers.chat_server import ChatServer, Respond, events, serving
from tests.working import rows, tried_until, work_off

_SIDES = ("The location of the ferry is the north pier.", "The location of the ferry is the old quay.")
_HELD = "select evidence_count, contradiction_group is not null from facts where invalidated_at is null"
_COUNTS = (
    "select (select count(*) from claims where is_current), (select count(*) from documents),"
    " (select count(*) from rulings), (select count(*) from facts where invalidated_at is null)"
)


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "FIRST_WAIT", 0.0)


def _said(text: str) -> Respond:
    return events({"choices": [{"index": 0, "delta": {"content": text}}]}, "[DONE]")


def _is_judging(body: Any) -> bool:
    return "verdict" in json.dumps(body["response_format"])


def _answer_the_judge(server: ChatServer, verdict: str) -> None:
    """Every passage is left to the rules, and every question about two wordings gets this reply."""

    async def respond(writer: asyncio.StreamWriter) -> None:
        _, _, body = server.requests[-1]
        await _said(verdict if _is_judging(body) else proposal())(writer)

    server.respond = respond


async def _counts(context: Context) -> Any:
    """Claims, documents, rulings and facts."""
    return (await rows(context, _COUNTS))[0]


_USELESS = {
    "prose": "They mean the same place, I think.",
    "nothing": "",
    "the schema": json.dumps(VERDICT_SCHEMA),
    "unfinished thoughts": "<think>A pier is a quay, so",
    "another form": '{"verdict": ["same"], "sources": []}',
    "an empty verdict": '{"verdict": ""}',
}


@pytest.mark.parametrize("reply", _USELESS.values(), ids=_USELESS.keys())
async def test_a_useless_verdict_takes_no_source_away_fails_with_its_reason_and_can_be_tried_again(
    opened: Memory, reply: str
) -> None:
    async with serving(_said(proposal())) as server:
        model = OpenAIChat("small", base_url=server.address, parameters={})
        opened.providers = replace(opened.providers, extract=model)
        opened.settings = replace(opened.settings, model_fallback=False)
        context = opened.context(OWNER)
        await receive(context, replace(NOTE, source_ref="pier", title=None), _SIDES[0].encode())
        await work_off(context)
        _answer_the_judge(server, reply)
        async with working(opened):
            await receive(context, replace(NOTE, source_ref="quay", title=None), _SIDES[1].encode())
            await tried_until(opened, "dead")
            assert await _counts(context) == (2, 2, 0, 2)
            assert await rows(context, _HELD) == [(1, True), (1, True)]
            ((error,),) = await rows(context, "select error from versions where error is not null")
            assert error.endswith("gave no reply that can be used: unusable")
            asked = [body for _, _, body in server.requests if _is_judging(body)]
            assert len(asked) == 3 * 2
            _answer_the_judge(server, '{"verdict": "same"}')
            (letter,) = await dead_letters(context)
            await replay(context, letter.job_id)
            await tried_until(opened, "done")
        assert await rows(context, _HELD) == [(2, False)]
