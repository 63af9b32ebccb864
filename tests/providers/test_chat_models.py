"""The adapters of chat models over HTTP, against a server on loopback."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

import remember
from remember.errors import Busy, RememberError, Unavailable
from remember.providers.anthropic import AnthropicChat
from remember.providers.chat import CancelSignal, Chat, ChatReply, ChatRequest
from remember.providers.openai import OpenAIChat
from remember.providers.scripted import ScriptedChat
from tests.providers.chat_server import ChatServer, events, forever, nothing, serving, status

SCHEMA = {
    "type": "object",
    "properties": {"a": {"type": "array", "items": {"type": "string", "maxLength": 9}, "maxItems": 2}},
}
SECRET = "the vault code is 1234"


def asked(**fields: Any) -> ChatRequest:
    given = {
        "system": "Be brief.",
        "user": f'{{"question":"{SECRET}"}}',
        "max_tokens": 77,
        "signal": CancelSignal(),
    }
    return ChatRequest(**{**given, "max_response_chars": 400, "timeout_ms": 60_000, **fields})


class Vendor:
    """One kind of server: how its adapter is made, and what its events look like."""

    def __init__(
        self, chat: Callable[..., Chat], event: Callable[[str], Any], framing: Callable[..., list[Any]]
    ) -> None:
        self.chat = chat
        self.event = event
        self.framing = framing

    def stream(self, *texts: str) -> list[Any]:
        """The events of a reply in these parts."""
        return self.framing(*(self.event(text) for text in texts))


def openai_event(text: str) -> Any:
    return {
        "id": "1",
        "object": "chat.completion.chunk",
        "choices": [{"index": 0, "delta": {"content": text}}],
    }


def openai_framing(*sent: Any) -> list[Any]:
    role = {"choices": [{"index": 0, "delta": {"role": "assistant", "content": None}}]}
    end = {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}
    return [role, *sent, end, {"choices": [], "usage": {"total_tokens": 9}}, "[DONE]"]


def anthropic_event(text: str) -> Any:
    return {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}}


def anthropic_framing(*sent: Any) -> list[Any]:
    thought = {
        "type": "content_block_delta",
        "index": 0,
        "delta": {"type": "thinking_delta", "thinking": "hm"},
    }
    start = [
        {"type": "message_start", "message": {}},
        {"type": "ping"},
        {"type": "content_block_start", "index": 0},
    ]
    return [*start, thought, *sent, {"type": "content_block_stop", "index": 0}, {"type": "message_stop"}]


VENDORS = {
    "openai": Vendor(
        lambda address, **more: OpenAIChat("small", base_url=f"{address}/v1", api_key="k", **more),
        openai_event,
        openai_framing,
    ),
    "anthropic": Vendor(
        lambda address, **more: AnthropicChat("small", base_url=address, api_key="k", **more),
        anthropic_event,
        anthropic_framing,
    ),
}


@pytest.fixture(params=sorted(VENDORS))
def vendor(request: pytest.FixtureRequest) -> Vendor:
    return VENDORS[request.param]


async def refusal(vendor: Vendor, respond: Any, **fields: Any) -> RememberError:
    """The error of a call, which must not repeat what was sent."""
    async with serving(respond) as server:
        with pytest.raises(RememberError) as caught:
            await vendor.chat(server.address).generate(asked(**fields))
    told = f"{caught.value} {caught.value.data} {caught.value.__cause__}"
    assert SECRET not in told and "Be brief" not in told
    assert caught.value.__suppress_context__ or caught.value.__context__ is None
    return caught.value


@pytest.mark.parametrize("pieces", [0, 1, 7])
async def test_a_reply_is_put_together_however_it_is_cut(vendor: Vendor, pieces: int) -> None:
    async with serving(events(*vendor.stream('{"a":', ' "é🪢', '"}'), pieces=pieces)) as server:
        assert await vendor.chat(server.address).generate(asked()) == ChatReply(text='{"a": "é🪢"}')


async def only(server: ChatServer) -> tuple[str, dict[str, str], Any]:
    (found,) = server.requests
    return found


async def test_openai_is_asked_for_one_reply_without_tools() -> None:
    async with serving(events(*VENDORS["openai"].stream("x"))) as server:
        chat = OpenAIChat("small", base_url=f"{server.address}/v1", api_key="k", parameters={"seed": 7})
        await chat.generate(asked())
        path, headers, body = await only(server)
    assert (path, headers["authorization"]) == ("/v1/chat/completions", "Bearer k")
    assert body == {
        "model": "small",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": f'{{"question":"{SECRET}"}}'},
        ],
        "stream": True,
        "max_tokens": 77,
        "seed": 7,
        "response_format": {"type": "json_object"},
    }


async def test_openai_takes_a_schema_another_limit_or_no_format() -> None:
    async with serving(events(*VENDORS["openai"].stream("x"))) as server:
        address = f"{server.address}/v1"
        await OpenAIChat("small", base_url=address).generate(asked(schema=SCHEMA))
        bare = OpenAIChat("small", base_url=address, json_mode=False, token_limit="max_completion_tokens")
        await bare.generate(asked(schema=SCHEMA))
        first, second = (body for _, _, body in server.requests)
    shape = {"type": "object", "properties": {"a": {"type": "array", "items": {"type": "string"}}}}
    described = {"name": "reply", "strict": True, "schema": shape}
    assert first["response_format"] == {"type": "json_schema", "json_schema": described}
    assert "response_format" not in second
    assert (second["max_completion_tokens"], "max_tokens" in second) == (77, False)


async def test_anthropic_is_asked_for_one_reply_without_tools() -> None:
    async with serving(events(*VENDORS["anthropic"].stream("x"))) as server:
        chat = AnthropicChat("small", base_url=server.address, api_key="k", parameters={"top_k": 1})
        await chat.generate(asked(schema=SCHEMA))
        path, headers, body = await only(server)
    assert (path, headers["authorization"]) == ("/v1/messages", "Bearer k")
    shape = {"type": "object", "properties": {"a": {"type": "array", "items": {"type": "string"}}}}
    assert body == {
        "model": "small",
        "max_tokens": 77,
        "system": "Be brief.",
        "messages": [{"role": "user", "content": f'{{"question":"{SECRET}"}}'}],
        "stream": True,
        "top_k": 1,
        "output_config": {"format": {"type": "json_schema", "schema": shape}},
    }


async def test_a_reply_that_goes_on_is_cut_off_when_it_is_too_long(vendor: Vendor) -> None:
    taken = [0]
    event = f"data: {json.dumps(vendor.event('x' * 50))}\n\n".encode()
    async with serving(forever(event, lambda total: taken.append(total))) as server:
        reply = await vendor.chat(server.address).generate(asked())
        await server.gone.wait()
    assert 400 < len(reply.text) <= 450
    assert taken[-1] < 50_000_000


async def test_a_reply_too_long_is_told_as_such_by_the_adapter(vendor: Vendor) -> None:
    endless = f"data: {json.dumps(vendor.event('x' * 50))}\n\n".encode()
    request = {"question": "Q?", "sources": [{"id": "a", "text": "b"}], "max_response_chars": 500}
    async with serving(forever(endless, lambda _: None)) as server:
        found = await remember.answer_from_evidence(request, vendor.chat(server.address))
    assert found.validation_errors == ("response_size_or_type",)


async def test_a_stream_without_end_of_line_is_given_up(vendor: Vendor) -> None:
    error = await refusal(vendor, forever(b"data: " + b"x" * 60_000, lambda _: None))
    assert (type(error), error.code) == (Unavailable, "chat_unreadable")


@pytest.mark.parametrize("event", ["no json", "[1]", "[" * 3_000, '{"error":{"message":"x"},"type":"error"}'])
async def test_what_is_no_reply_is_told_without_its_text(vendor: Vendor, event: str) -> None:
    error = await refusal(vendor, events(event))
    assert (type(error), error.code) == (Unavailable, "chat_unreadable")


@pytest.mark.parametrize(
    ("code", "kind", "told"),
    [
        (400, Unavailable, "chat_refused"),
        (401, Unavailable, "chat_refused"),
        (404, Unavailable, "chat_refused"),
        (429, Busy, "chat_busy"),
        (500, Unavailable, "chat_refused"),
        (529, Unavailable, "chat_refused"),
    ],
)
async def test_a_refusal_is_told_by_its_status_and_not_tried_again(
    vendor: Vendor, code: int, kind: type, told: str
) -> None:
    error = await refusal(vendor, status(code, {"error": {"message": f"you said {SECRET}", "type": "x"}}))
    assert (type(error), error.code, error.data["status"]) == (kind, told, code)


async def test_a_refused_call_is_made_once(vendor: Vendor) -> None:
    async with serving(status(503, {})) as server:
        with pytest.raises(Unavailable):
            await vendor.chat(server.address).generate(asked())
        assert len(server.requests) == 1


async def test_a_redirect_takes_no_evidence_elsewhere(vendor: Vendor) -> None:
    async with serving(events(*vendor.stream("x"))) as elsewhere:
        moved = status(307, {}, [f"location: {elsewhere.address}/v1/messages"])
        error = await refusal(vendor, moved)
        assert elsewhere.requests == []
    assert error.code == "chat_refused"


async def test_a_server_that_is_not_there_is_unavailable(vendor: Vendor) -> None:
    async with serving(nothing) as server:
        address = server.address
    with pytest.raises(Unavailable, match="does not answer") as caught:
        await vendor.chat(address).generate(asked())
    assert caught.value.code == "chat_unreachable"


async def test_a_reply_that_breaks_off_is_unavailable(vendor: Vendor) -> None:
    async def breaks_off(writer: asyncio.StreamWriter) -> None:
        text = f"data: {json.dumps(vendor.event('x'))}\n\n"
        writer.write(f"HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n{text}".encode())
        await writer.drain()

    assert (await refusal(vendor, breaks_off)).code == "chat_unreachable"


async def test_a_time_out_ends_the_connection(vendor: Vendor) -> None:
    request = {"question": "Q?", "sources": [{"id": "a", "text": "b"}], "timeout_ms": 300}
    async with serving(nothing) as server:
        with pytest.raises(remember.EvidenceTimeout):
            await remember.answer_from_evidence(request, vendor.chat(server.address))
        await server.asked.wait()
        await server.gone.wait()


async def test_a_server_that_hangs_longer_than_asked_is_unavailable(vendor: Vendor) -> None:
    error = await refusal(vendor, nothing, timeout_ms=1)
    assert error.code == "chat_unreachable"


async def test_cancelling_ends_the_connection(vendor: Vendor) -> None:
    signal = CancelSignal()
    request = {"question": "Q?", "sources": [{"id": "a", "text": "b"}], "signal": signal}
    async with serving(nothing) as server:
        task = asyncio.create_task(remember.answer_from_evidence(request, vendor.chat(server.address)))
        await server.asked.wait()
        signal.cancel()
        with pytest.raises(remember.EvidenceCancelled):
            await task
        await server.gone.wait()


async def test_the_blocking_face_may_call_again_and_again(vendor: Vendor) -> None:
    refused = await ScriptedChat().generate(asked())
    async with serving(events(*vendor.stream(refused.text))) as server:
        chat = vendor.chat(server.address)
        request = {"question": "Q?", "sources": [{"id": "a", "text": "b"}]}
        for _ in range(2):
            found = await asyncio.to_thread(remember.answer_from_evidence_sync, request, chat)
            assert found.status == "insufficient_evidence"


async def test_a_scripted_model_says_its_replies_and_then_refuses() -> None:
    down = Unavailable("the model is down")
    chat = ScriptedChat(["one"], failures=[down])
    with pytest.raises(Unavailable, match="down"):
        await chat.generate(asked())
    assert await chat.generate(asked()) == ChatReply(text="one")
    request = {"question": "Q?", "sources": [{"id": "a", "text": "b"}]}
    found = await remember.answer_from_evidence(request, chat)
    assert (found.status, found.missing_evidence) == ("insufficient_evidence", ("a reply in the script",))
    assert [one.user.startswith('{"question":"') for one in chat.asked] == [True, True]


async def test_a_model_that_tells_its_tokens_is_believed() -> None:
    told = {"prompt_tokens": 12, "completion_tokens": 3, "total_tokens": 15}
    async with serving(
        events(*openai_framing(openai_event("one"))[:-2], {"usage": told}, "[DONE]")
    ) as server:
        found = await OpenAIChat("small", base_url=server.address).generate(asked())
    assert found == ChatReply(text="one", tokens_in=12, tokens_out=3)
    start = {
        "type": "message_start",
        "message": {"usage": {"input_tokens": 10, "cache_read_input_tokens": 2}},
    }
    end = {"type": "message_delta", "delta": {}, "usage": {"output_tokens": 3}}
    async with serving(events(start, anthropic_event("one"), end)) as server:
        found = await AnthropicChat("small", api_key="k", base_url=server.address).generate(asked())
    assert found == ChatReply(text="one", tokens_in=12, tokens_out=3)


async def test_a_count_of_tokens_that_is_none_is_left_aside() -> None:
    wrong = {"prompt_tokens": -1, "completion_tokens": "many"}
    async with serving(events(openai_event("one"), {"usage": wrong}, {"usage": 7}, "[DONE]")) as server:
        found = await OpenAIChat("small", base_url=server.address).generate(asked())
    assert found == ChatReply(text="one")
