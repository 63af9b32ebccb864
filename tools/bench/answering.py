"""What an answer from evidence costs beside the model, which replies at once.

64 sources of 2 KB in each of four scripts, with the allowance of the contract (2,048 tokens) and with the
largest (32,768). Processor time, since the machine may be busy.
"""

import json
import time
from collections.abc import Mapping
from typing import Any

import remember
from tools.bench.report import heading, line, median_ms, milliseconds

SOURCES = 64
BYTES = 2_048
ROUNDS = 60
GOAL_MS = 3
TEXTS = {
    "English": "Mio keeps the ferry's log and Bo paints the hull on Mondays, unless it rains. ",
    "English with typographic marks": "Mio keeps the ferry’s “log” — and Bo paints the hull… ",
    "Russian": "Паром уходит в полдень, плата сорок крон, дети бесплатно. ",
    "Chinese": "渡船中午开，票价四十克朗，孩子免费；下雨天船工在屋里补网喝茶。",
}


class AtOnce:
    """Replies with what it was made with."""

    def __init__(self, quote: str) -> None:
        cited = [{"source_id": "0", "quote": quote}]
        fact = {"subject": "Mio", "relation": "keeps", "object": "the log", "citations": cited}
        reply = {"status": "answered", "facts": [fact] * 8, "answer": "Mio.", "inference": None}
        self._reply = remember.ChatReply(text=json.dumps({**reply, "missing_evidence": []}))

    async def generate(self, request: remember.ChatRequest) -> remember.ChatReply:
        """The reply."""
        return self._reply


def sources(words: str) -> list[dict[str, str]]:
    """64 sources of 2 KB in UTF-8."""
    text = (words * BYTES).encode()[: BYTES - 8].decode(errors="ignore")
    return [{"id": str(number), "text": f"{text} {number:06}"} for number in range(SOURCES)]


async def processor_seconds(given: Mapping[str, Any], model: AtOnce) -> list[float]:
    """The processor time of each of many calls, after a few that warm up."""
    times = []
    for _ in range(ROUNDS + 5):
        start = time.process_time()
        found = await remember.answer_from_evidence(given, model)
        times.append(time.process_time() - start)
        assert found.status == "answered", found
    return times[5:]


async def measure_answering() -> None:
    """One line a script and allowance."""
    heading("What an answer from evidence costs beside the model: processor time, 64 sources of 2 KB")
    for told, words in TEXTS.items():
        for allowance in (2_048, 32_768):
            request = {"question": "Who keeps the log?", "sources": sources(words)}
            given = {**request, "max_context_tokens": allowance}
            times = await processor_seconds(given, AtOnce(words[:12]))
            met = median_ms(times) < GOAL_MS
            what = f"{told}, {allowance:,} tokens"
            line(what, milliseconds(times), goal=f"under {GOAL_MS} ms", met=met)
