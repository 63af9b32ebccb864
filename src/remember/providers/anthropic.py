"""A chat model of Anthropic's. Needs `remember-engine[anthropic]`."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import anthropic

from remember.providers.chat import ChatRequest
from remember.providers.chat_stream import (
    GRACE_SECONDS,
    Streamed,
    StreamedChat,
    TokenCount,
    shape_of,
    unreadable,
)

ANTHROPIC = "https://api.anthropic.com"


class AnthropicChat(StreamedChat):
    """`Chat` by Anthropic's client. `parameters` go into the body as they are."""

    failures = anthropic.APIError
    tokens_in = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
    tokens_out = "output_tokens"

    def __init__(
        self,
        model: str,
        *,
        api_key: str,
        base_url: str = ANTHROPIC,
        parameters: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(model, base_url=base_url, api_key=api_key, parameters=parameters)

    @asynccontextmanager
    async def _opened(self, request: ChatRequest) -> AsyncIterator[Streamed]:
        async with (
            anthropic.AsyncAnthropic(**self._reach(), http_client=self._connection()) as client,
            client.messages.with_streaming_response.create(
                model=self.model_id,
                max_tokens=request.max_tokens,
                system=request.system,
                messages=[{"role": "user", "content": request.user}],
                stream=True,
                timeout=request.timeout_ms / 1000 + GRACE_SECONDS,
                extra_body=self._body(request),
            ) as response,
        ):
            yield response

    def _text(self, event: Mapping[str, Any], count: TokenCount) -> str | None:
        if event.get("type") == "error":
            raise unreadable("the server tells of an error in its midst")
        message = event.get("message")
        count.note(message.get("usage") if isinstance(message, Mapping) else event.get("usage"))
        delta = event.get("delta")
        if event.get("type") != "content_block_delta" or not isinstance(delta, Mapping):
            return None
        text = delta.get("text") if delta.get("type") == "text_delta" else None
        return text if isinstance(text, str) else None

    def _body(self, request: ChatRequest) -> dict[str, Any]:
        body = dict(self._parameters)
        if request.schema is not None:
            body["output_config"] = {"format": {"type": "json_schema", "schema": shape_of(request.schema)}}
        return body
