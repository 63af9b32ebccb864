import pytest

from remember.domain.propositions import propositions_of
from remember.domain.selection import sentences_of
from remember.domain.syntax import Tree
from tests.domain.testimony import parser


def of(text: str) -> list[str]:
    (reading,) = parser().parse([text])
    tree = Tree(reading)
    return [
        f"{one.subject} | {one.relation} | {one.argument}"
        for sentence in sentences_of(reading)
        for one in propositions_of(tree, sentence)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Dana left the harbour on Monday.",
            ["Dana | left | the harbour", "Dana | left the harbour on | Monday"],
        ),
        (
            "Dana became head of the search team.",
            ["Dana | became | head of the search team", "Dana | became head of | the search team"],
        ),
        ("The ferry was painted by Wei.", ["The ferry | was painted by | Wei"]),
        ("Dana and Wei sold the boat.", ["Dana | sold | the boat", "Wei | sold | the boat"]),
        (
            "Dana bought rope, paint and nails.",
            ["Dana | bought | rope", "Dana | bought | paint", "Dana | bought | nails"],
        ),
        ("Wei met the nurse who sold the boat.", ["Wei | met | the nurse", "the nurse | sold | the boat"]),
        ("Dana has not sold the boat.", ["Dana | has not sold | the boat"]),
        ("It rained.", []),
    ],
)
def test_each_verb_gives_its_propositions_in_the_sentences_words(text: str, expected: list[str]) -> None:
    assert of(text) == expected


def test_words_that_cling_together_stay_together() -> None:
    assert of("Dana owns a free-market café.") == ["Dana | owns | a free-market café"]
