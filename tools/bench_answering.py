"""What an answer from evidence costs beside the model: python -m tools.bench_answering

The model replies at once. 64 sources of 2 KB in each of four scripts, with the allowance of the contract
(2,048 tokens) and with the largest (32,768).
"""

import asyncio
import json
import statistics
import time
from collections.abc import Awaitable, Callable

import remember

SOURCES = 64
BYTES = 2_048
ROUNDS = 60
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


async def milliseconds(ask: Callable[[], Awaitable[remember.EvidenceAnswer]]) -> list[float]:
    """The processor time of each of many calls, after a few that warm up; other processes do not count."""
    times = []
    for _ in range(ROUNDS + 5):
        start = time.process_time()
        found = await ask()
        times.append((time.process_time() - start) * 1000)
        assert found.status == "answered", found
    return times[5:]


async def main() -> None:
    """Print one line a script and allowance."""
    print(f"{'64 sources of 2 KB':32}{'allowance':>10}{'sent':>6}{'p50 ms':>9}{'p95 ms':>9}{'least ms':>10}")
    for told, words in TEXTS.items():
        for allowance in (2_048, 32_768):
            given = {
                "question": "Who keeps the log?",
                "sources": sources(words),
                "max_context_tokens": allowance,
            }
            model = AtOnce(words[:12])
            found = await remember.answer_from_evidence(given, model)
            times = sorted(await milliseconds(lambda: remember.answer_from_evidence(given, model)))  # noqa: B023
            p50, p95 = statistics.median(times), times[int(len(times) * 0.95)]
            sent = len(found.used_source_ids)
            print(f"{told:32}{allowance:>10}{sent:>6}{p50:>9.2f}{p95:>9.2f}{times[0]:>10.2f}")


if __name__ == "__main__":
    asyncio.run(main())
