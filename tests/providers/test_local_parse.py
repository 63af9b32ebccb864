"""The local parser as a caller meets it, with the real model."""

from collections.abc import Iterator

import pytest

pytest.importorskip("spacy", reason="needs remember-engine[local]")

from remember.domain.parsed import ParsedText, Token
from remember.providers.lanes import Lanes
from remember.providers.local import LocalParse
from remember.providers.local_parse import EnglishParser


@pytest.fixture(scope="module")
def model() -> EnglishParser:
    return EnglishParser()


@pytest.fixture
def parse(model: EnglishParser) -> Iterator[LocalParse]:
    lanes = Lanes()
    yield LocalParse(lanes, lambda: model)
    lanes.close()


def shown(reading: ParsedText) -> list[str]:
    return [reading.text[sentence.start : sentence.end] for sentence in reading.sentences]


def check_places(reading: ParsedText) -> None:
    """Every part lies where it says, and every head is a word of the same sentence."""
    for token in reading.tokens:
        assert reading.text[token.start : token.end] == token.text
    for part in (*reading.sentences, *reading.entities, *reading.noun_chunks):
        words = reading.words_of(part)
        assert (part.start, part.end) == (words[0].start, words[-1].end)
    for sentence in reading.sentences:
        numbers = range(sentence.first_token, sentence.end_token)
        assert sentence.root in numbers
        assert all(reading.tokens[number].head in numbers for number in numbers)
    assert sum(s.end_token - s.first_token for s in reading.sentences) == len(reading.tokens)


async def test_a_sentence_is_read_into_words_names_and_noun_phrases(parse: LocalParse) -> None:
    (reading,) = await parse.parse(["Maria Keller moved to Oslo in May."])
    check_places(reading)
    assert reading.tokens[2] == Token(
        text="moved",
        start=13,
        end=18,
        lemma="move",
        pos="VERB",
        tag="VBD",
        dep="ROOT",
        head=2,
        tense="Past",
        number=None,
    )
    assert [(token.dep, token.head, token.number) for token in reading.tokens[:2]] == [
        ("compound", 1, "Sing"),
        ("nsubj", 2, "Sing"),
    ]
    assert [(entity.label, reading.text[entity.start : entity.end]) for entity in reading.entities] == [
        ("PERSON", "Maria Keller"),
        ("GPE", "Oslo"),
        ("DATE", "May"),
    ]
    assert [reading.text[chunk.start : chunk.end] for chunk in reading.noun_chunks] == [
        "Maria Keller",
        "Oslo",
        "May",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "The 🧑\u200d🚀 crew left. 🎉🎉 Maria stayed!",
        "Ame\u0301lie met Zoe\u0308 in Malmo\u030a.  They ate cre\u0300me bru\u0302le\u0301e.",
        "First line here.\r\nSecond line here.\r\n\r\nA new paragraph.\r\n",
        "\t  Leading space.   Wide    gaps.  \n",
        "公司名叫青鸟科技，负责人是欧阳娜。 She leads it.",
        "\u202eright to left\u202c and 𝔘𝔫𝔦𝔠𝔬𝔡𝔢.",
    ],
)
async def test_places_count_code_points_of_the_text_as_given(parse: LocalParse, text: str) -> None:
    (reading,) = await parse.parse([text])
    assert reading.text == text
    check_places_of_well_formed(reading)
    assert "".join(token.text for token in reading.tokens).replace("\ufffd", "\ud83d") == "".join(
        text.split()
    )


def check_places_of_well_formed(reading: ParsedText) -> None:
    if "\ud83d" not in reading.text:
        check_places(reading)


async def test_no_sentence_runs_over_a_paragraph_a_heading_or_a_list_item(parse: LocalParse) -> None:
    (reading,) = await parse.parse(["# Crew list\n- Bo paints the deck\n- Mio buys rope\n\nThe deck is wet"])
    assert shown(reading) == ["# Crew list", "- Bo paints the deck", "- Mio buys rope", "The deck is wet"]


async def test_texts_without_words_give_empty_readings(parse: LocalParse) -> None:
    assert await parse.parse([]) == []
    assert await parse.parse(["", " \r\n "]) == [ParsedText(text=""), ParsedText(text=" \r\n ")]


@pytest.mark.parametrize(
    "line",
    ["The harbour master keeps the tide tables. " * 2_400, "x" * 100_000],
    ids=["sentences", "one word"],
)
async def test_a_line_of_a_hundred_kilobytes_is_read_to_its_end(parse: LocalParse, line: str) -> None:
    (reading,) = await parse.parse([line])
    check_places(reading)
    assert reading.tokens[-1].end == len(line.rstrip())


async def test_many_texts_come_back_in_their_order(parse: LocalParse) -> None:
    texts = [f"Boat {number} sails." for number in range(40)]
    assert [reading.text for reading in await parse.parse(texts)] == texts


async def test_no_name_is_taken_for_a_pronoun(parse: LocalParse) -> None:
    names, pronouns = await parse.parse(["Zoë owns the gate rota.", "He told Oda, and she told me."])
    assert (names.tokens[0].pos, names.tokens[0].tag) == ("PROPN", "NNP")
    assert [token.text for token in pronouns.tokens if token.pos == "PRON"] == ["He", "she", "me"]
