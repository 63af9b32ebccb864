"""Models for tests: what they answer without a script, and how they fail."""

import numpy as np
import pytest

from remember.domain.parsed import ParsedText
from remember.errors import Unavailable
from remember.providers.scripted import ScriptedEmbed, ScriptedParse, ScriptedRerank


async def test_texts_of_the_same_words_lie_together_and_others_apart() -> None:
    embed = ScriptedEmbed()
    vectors = await embed.embed_passages(["Mio buys rope.", "rope: Mio bought? buys mio rope", "Tide tables"])
    question = await embed.embed_question("buys rope mio")
    assert (vectors.shape, vectors.dtype) == ((3, 384), np.float32)
    assert [round(float(cosine), 2) for cosine in vectors @ question] == [1.0, 0.91, 0.0]
    assert embed.asked == [
        "Mio buys rope.",
        "rope: Mio bought? buys mio rope",
        "Tide tables",
        "buys rope mio",
    ]


async def test_a_text_without_words_has_a_vector_too() -> None:
    vectors = await ScriptedEmbed(dimension=8).embed_passages(["", "..."])
    assert np.linalg.norm(vectors, axis=1).tolist() == [1.0, 1.0]
    assert (await ScriptedEmbed(dimension=8).embed_passages([])).shape == (0, 8)


async def test_failures_come_first_and_once_each() -> None:
    down = Unavailable("the embedder is down")
    embed = ScriptedEmbed(failures=[down])
    with pytest.raises(Unavailable, match="the embedder is down"):
        await embed.embed_passages(["Mio"])
    assert (await embed.embed_passages(["Mio"])).shape == (1, 384)
    assert embed.asked == ["Mio"]


async def test_a_text_scores_as_scripted_else_by_the_words_it_shares() -> None:
    rerank = ScriptedRerank({"Bo paints.": 7.5})
    scores = await rerank.score(
        "Who buys the rope?", ["Mio buys rope.", "Bo paints.", "Rope is sold.", "Tides"]
    )
    assert scores == [1.0, 7.5, 0.5, 0.0]


async def test_a_text_is_read_as_scripted_else_by_its_marks() -> None:
    scripted = ParsedText(text="Bo paints.")
    text = "Mio's rope 🪢 broke!  Why?\r\nNobody\nknows\r\n\r\nNo end"
    first, second = await ScriptedParse({"Bo paints.": scripted}).parse(["Bo paints.", text])
    assert first is scripted
    assert [text[sentence.start : sentence.end] for sentence in second.sentences] == [
        "Mio's rope 🪢 broke!",
        "Why?",
        "Nobody\nknows",
        "No end",
    ]
    assert [token.text for token in second.words_of(second.sentences[0])] == [
        "Mio's",
        "rope",
        "🪢",
        "broke",
        "!",
    ]
    assert [token.head for token in second.tokens] == [0, 0, 0, 0, 0, 5, 5, 7, 7, 9, 9]
