"""A chat model of Anthropic's. Needs `remember-engine[anthropic]`."""

from collections.abc import Mapping
from typing import Any

import anthropic
import httpx2

from remember.providers.chat import ChatReply, ChatRequest
from remember.providers.chat_stream import (
    GRACE_SECONDS,
    TokenCount,
    failure,
    read_reply,
    shape_of,
    unreadable,
)

ANTHROPIC = "https://api.anthropic.com"
_TOKENS_IN = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")


class AnthropicChat:
    """`Chat` by the official client: one attempt, no tools, no redirects, read as a stream.

    `parameters` go into the body as they are. A connection is made for each call, so that any event loop
    may call.
    """

    def __init__(
        self,
        model: str,
        *,
        api_key: str,
        base_url: str = ANTHROPIC,
        parameters: Mapping[str, Any] | None = None,
    ) -> None:
        self.model_id = model
        self._base_url = base_url
        self._api_key = api_key
        self._parameters = dict(parameters or {})
        self._tls = httpx2.create_ssl_context()

    async def generate(self, request: ChatRequest) -> ChatReply:
        """The reply. Raises `Busy` or `Unavailable`, neither of which repeats what was sent."""
        count = TokenCount(_TOKENS_IN, "output_tokens")
        try:
            async with (
                self._client() as client,
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
                text = await read_reply(
                    response.iter_bytes(),
                    lambda event: _text(event, count),
                    max_response_chars=request.max_response_chars,
                )
        except (anthropic.APIError, httpx2.HTTPError) as error:
            raise failure(error, self.model_id) from None
        return ChatReply(text=text, tokens_in=count.tokens_in, tokens_out=count.tokens_out)

    def _client(self) -> anthropic.AsyncAnthropic:
        return anthropic.AsyncAnthropic(
            base_url=self._base_url,
            api_key=self._api_key,
            max_retries=0,
            http_client=httpx2.AsyncClient(verify=self._tls, follow_redirects=False),
        )

    def _body(self, request: ChatRequest) -> dict[str, Any]:
        body = dict(self._parameters)
        if request.schema is not None:
            body["output_config"] = {"format": {"type": "json_schema", "schema": shape_of(request.schema)}}
        return body


def _text(event: Mapping[str, Any], count: TokenCount) -> str | None:
    if event.get("type") == "error":
        raise unreadable("the server tells of an error in its midst")
    message = event.get("message")
    count.note(message.get("usage") if isinstance(message, Mapping) else event.get("usage"))
    delta = event.get("delta")
    if event.get("type") != "content_block_delta" or not isinstance(delta, Mapping):
        return None
    text = delta.get("text") if delta.get("type") == "text_delta" else None
    return text if isinstance(text, str) else None
