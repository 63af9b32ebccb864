"""Vectors of labels: made ahead or when they are needed, and a failure ahead is not the end of it."""

import asyncio
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from remember.domain.claims import Assertion, AssertionKind, DraftClaim, EvidenceSpan
from remember.errors import Unavailable
from remember.ingest.ahead import LabelVectors


class Lengths:
    """Gives each text its length for a vector; keeps what it was asked, and fails as often as told."""

    model_id = "lengths"
    dimension = 1

    def __init__(self, failures: int = 0) -> None:
        self.asked: list[list[str]] = []
        self._failures = failures

    async def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One number a text."""
        self.asked.append(list(texts))
        await asyncio.sleep(0)
        if self._failures:
            self._failures -= 1
            raise Unavailable("the embedder is away", code="embedder_unavailable")
        return np.array([[len(text)] for text in texts], np.float32)

    async def embed_question(self, text: str) -> NDArray[np.float32]:
        """Nobody asks a question here."""
        raise AssertionError(text)


def claim(text: str, *labels: str) -> DraftClaim:
    """A claim that asserts what these labels say."""
    asserted = (
        Assertion(kind=AssertionKind.OBSERVATION, subject=None, predicate="says", label=label)
        for label in labels
    )
    span = EvidenceSpan(char_start=0, char_end=len(text))
    return DraftClaim(
        claim_text=text,
        source_span=text,
        char_start=0,
        char_end=len(text),
        evidence_spans=(span,),
        assertions=tuple(asserted),
    )


async def test_labels_that_say_what_their_claim_says_are_not_made_and_others_once() -> None:
    embed = Lengths()
    async with LabelVectors.open(embed) as vectors:
        vectors.begin([claim("Kim left.", "Kim left", "Kim is gone"), claim("Kim went.", "Kim is gone")])
        vectors.begin([claim("So Kim is gone.", "Kim is gone", "the post is free")])
        made = await vectors.of(["the post is free", "Kim is gone", "the post is free"])
    assert [float(one[0]) for one in made] == [16, 11, 16]
    assert embed.asked == [["Kim is gone"], ["the post is free"]]


async def test_what_was_not_made_ahead_is_made_when_it_is_needed() -> None:
    embed = Lengths()
    async with LabelVectors.open(embed) as vectors:
        vectors.begin([claim("Kim left.", "Kim is gone")])
        assert [float(one[0]) for one in await vectors.of(["a boat", "Kim is gone"])] == [6, 11]
    assert embed.asked == [["Kim is gone"], ["a boat"]]


async def test_a_failure_ahead_is_tried_again_when_needed_and_told_only_then() -> None:
    embed = Lengths(failures=2)
    async with LabelVectors.open(embed) as vectors:
        vectors.begin([claim("Kim left.", "Kim is gone")])
        with pytest.raises(Unavailable, match="the embedder is away"):
            await vectors.of(["Kim is gone"])
        assert [float(one[0]) for one in await vectors.of(["Kim is gone"])] == [11]


async def test_what_nobody_needed_ends_with_its_version() -> None:
    embed = Lengths()
    before = asyncio.all_tasks()
    async with LabelVectors.open(embed) as vectors:
        vectors.begin([claim("Kim left.", "Kim is gone")])
    assert asyncio.all_tasks() == before


async def test_a_vector_that_was_given_is_not_kept() -> None:
    embed = Lengths()
    async with LabelVectors.open(embed) as vectors:
        await vectors.of(["Kim is gone"])
        await vectors.of(["Kim is gone"])
    assert embed.asked == [["Kim is gone"], ["Kim is gone"]]
