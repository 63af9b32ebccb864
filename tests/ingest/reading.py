"""A memory whose claims a language model reads, and what it may reply."""

import json
from dataclasses import replace
from typing import Any

from remember.context import Context
from remember.domain.conversations import CONVERSATION
from remember.domain.documents import IngestRequest
from remember.providers.protocols import ReadingModel
from tests.working import rows

TALK = IngestRequest(
    filename="club.chat", mime=CONVERSATION, source_kind="chat", source_ref="club", title="Boat club"
)
NOTE = IngestRequest(
    filename="rota.md", mime="text/markdown", source_kind="notes", source_ref="rota", title="Rota"
)
CLAIMS = "select claim_text, source_span from claims where is_current order by char_start, claim_text"
DECISIONS = "select decision, reason from extraction_decisions order by char_start, decision, reason"
CALLS = "select outcome, count(*)::int from model_calls group by 1 order by 1"


def read_by(context: Context, model: ReadingModel, **settings: Any) -> Context:
    """The context of a memory where this model reads; it does not wait before it tries again."""
    return replace(
        context,
        providers=replace(context.providers, extract=model),
        settings=replace(context.settings, **settings),
    )


def proposal(*claims: tuple[str, str], left_out: dict[str, str] | None = None) -> str:
    """A reply: each claim as its quote and its wording, and what is left out with its reason."""
    return json.dumps(
        {
            "claims": [{"quote": quote, "claim": claim, "entities": []} for quote, claim in claims],
            "left_out": [{"quote": quote, "reason": reason} for quote, reason in (left_out or {}).items()],
        }
    )


async def texts(context: Context) -> list[str]:
    """The claims that count, in the order of the text."""
    return [text for text, _ in await rows(context, CLAIMS)]
