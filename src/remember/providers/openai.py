"""A chat model at any address that speaks OpenAI's chat completions: theirs, a gateway, or a local server.

Needs `remember-engine[openai]`.
"""

from collections.abc import Mapping
from typing import Any, Literal

import httpx2
import openai

from remember.providers.chat import ChatReply, ChatRequest
from remember.providers.chat_stream import (
    GRACE_SECONDS,
    TokenCount,
    failure,
    read_reply,
    shape_of,
    unreadable,
)

OPENAI = "https://api.openai.com/v1"


class OpenAIChat:
    """`Chat` by the official client: one attempt, no tools, no redirects, read as a stream.

    `parameters` go into the body as they are (temperature, seed, ...). Set `json_mode` to false for a server
    that knows no `response_format`, and `token_limit` to `max_completion_tokens` where the older name is
    refused. A connection is made for each call, so that any event loop may call.
    """

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
        self.model_id = model
        self._base_url = base_url
        self._api_key = api_key
        self._json_mode = json_mode
        self._token_limit = token_limit
        self._parameters = dict(parameters or {})
        self._tls = httpx2.create_ssl_context()

    async def generate(self, request: ChatRequest) -> ChatReply:
        """The reply. Raises `Busy` or `Unavailable`, neither of which repeats what was sent."""
        count = TokenCount(["prompt_tokens"], "completion_tokens")
        try:
            async with (
                self._client() as client,
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
                text = await read_reply(
                    response.iter_bytes(),
                    lambda event: _text(event, count),
                    max_response_chars=request.max_response_chars,
                )
        except (openai.APIError, httpx2.HTTPError) as error:
            raise failure(error, self.model_id) from None
        return ChatReply(text=text, tokens_in=count.tokens_in, tokens_out=count.tokens_out)

    def _client(self) -> openai.AsyncOpenAI:
        return openai.AsyncOpenAI(
            base_url=self._base_url,
            api_key=self._api_key,
            max_retries=0,
            http_client=httpx2.AsyncClient(verify=self._tls, follow_redirects=False),
        )

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


def _text(event: Mapping[str, Any], count: TokenCount) -> str | None:
    if event.get("error"):
        raise unreadable("the server tells of an error in its midst")
    count.note(event.get("usage"))
    choices = event.get("choices") or [{}]
    delta = choices[0].get("delta") if isinstance(choices[0], Mapping) else None
    text = delta.get("content") if isinstance(delta, Mapping) else None
    return text if isinstance(text, str) else None
