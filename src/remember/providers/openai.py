"""A chat model at any address that speaks OpenAI's chat completions: theirs, a gateway, or a local server.

Needs `remember-engine[openai]`.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Literal

import openai

from remember.providers.chat import ChatRequest
from remember.providers.chat_stream import (
    GRACE_SECONDS,
    Streamed,
    StreamedChat,
    TokenCount,
    shape_of,
    unreadable,
)

OPENAI = "https://api.openai.com/v1"


class OpenAIChat(StreamedChat):
    """`Chat` by OpenAI's client. `parameters` go into the body as they are (temperature, seed, ...).

    Set `json_mode` to false for a server that knows no `response_format`, and `token_limit` to
    `max_completion_tokens` where the older name is refused.
    """

    failures = openai.APIError
    tokens_in = ("prompt_tokens",)
    tokens_out = "completion_tokens"

    def __init__(
        self,
        model: str,
        *,
        base_url: str = OPENAI,
        api_key: str = "none",
        json_mode: bool = True,
        token_limit: Literal["max_tokens", "max_completion_tokens"] = "max_tokens",
        parameters: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(model, base_url=base_url, api_key=api_key, parameters=parameters)
        self._json_mode = json_mode
        self._token_limit = token_limit

    @asynccontextmanager
    async def _opened(self, request: ChatRequest) -> AsyncIterator[Streamed]:
        async with (
            openai.AsyncOpenAI(**self._reach(), http_client=self._connection()) as client,
            client.chat.completions.with_streaming_response.create(
                model=self.model_id,
                messages=[
                    {"role": "system", "content": request.system},
                    {"role": "user", "content": request.user},
                ],
                stream=True,
                timeout=request.timeout_ms / 1000 + GRACE_SECONDS,
                extra_body=self._body(request),
            ) as response,
        ):
            yield response

    def _text(self, event: Mapping[str, Any], count: TokenCount) -> str | None:
        if event.get("error"):
            raise unreadable("the server tells of an error in its midst")
        count.note(event.get("usage"))
        choices = event.get("choices") or [{}]
        delta = choices[0].get("delta") if isinstance(choices[0], Mapping) else None
        text = delta.get("content") if isinstance(delta, Mapping) else None
        return text if isinstance(text, str) else None

    def _body(self, request: ChatRequest) -> dict[str, Any]:
        body = {self._token_limit: request.max_tokens, **self._parameters}
        if self._json_mode:
            body["response_format"] = _response_format(request.schema)
        return body


def _response_format(schema: Mapping[str, Any] | None) -> dict[str, Any]:
    if schema is None:
        return {"type": "json_object"}
    described = {"name": "reply", "strict": True, "schema": shape_of(schema)}
    return {"type": "json_schema", "json_schema": described}
