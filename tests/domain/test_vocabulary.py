import pytest

from remember.domain.claims import Value, ValueKind
from remember.domain.values import phrase_key, value_of
from remember.domain.vocabulary import PREDICATES, attribute, is_exclusive, label, other, predicate
from remember.errors import Incorrect


def test_a_label_is_a_sentence_without_dates() -> None:
    assert label("works_on", "Ravi", "search team") == "Ravi works on search team"
    assert label("works_on", "Ravi", "search team", positive=False) == "Ravi does not work on search team"
    assert label("owner", "the rota", "Dana") == "The rota is owned by Dana"
    assert label("attribute:retry_limit", "Lark", "5") == "The retry limit of Lark is 5"


def test_a_subject_has_one_owner_status_place_and_date_at_a_time() -> None:
    assert sorted(name for name in PREDICATES if is_exclusive(name)) == [
        "assigned_to",
        "date",
        "due_date",
        "led_by",
        "located_in",
        "named",
        "owner",
        "reports_to",
        "status",
        "value",
        "works_for",
    ]
    assert is_exclusive("attribute:budget")
    assert not is_exclusive("other:play_chess_with")


@pytest.mark.parametrize("name", ["owns", "other:Play", "other:", "attribute:", "attribute:5", "other:a b"])
def test_a_predicate_of_no_vocabulary_is_refused_with_what_to_use(name: str) -> None:
    with pytest.raises(Incorrect, match="is not in the vocabulary"):
        predicate(name)


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("Due date", "due_date"),
        ("Deadline", "due_date"),
        ("State", "status"),
        ("Retry limit", "attribute:retry_limit"),
        ("最大", "attribute:最大"),
        ("5xx rate", "attribute:no_5xx_rate"),
    ],
)
def test_an_attribute_takes_the_governed_name_where_there_is_one(words: str, name: str) -> None:
    assert attribute(words) == name
    assert predicate(name).exclusive


def test_any_verb_has_a_predicate() -> None:
    assert [other(verb) for verb in ("play chess with", "Æ", "x" * 80)] == [
        "other:play_chess_with",
        "other:states",
        "other:" + "x" * 41,
    ]


@pytest.mark.parametrize(
    ("wordings", "key"),
    [
        (("40,000 euros", "€40,000", "40k euros", "40000 EUR"), "40000 eur"),
        (("9,000", "9000"), "9000"),
        (("10%", "10 percent"), "10 %"),
        (("two children", "2 children"), "2 children"),
        (("$1.5 million", "1,500,000 dollars"), "1500000 usd"),
        (("1.50 km", "1.5 km"), "1.5 km"),
    ],
)
def test_one_amount_has_one_key_however_it_is_written(wordings: tuple[str, ...], key: str) -> None:
    assert {value_of(words).key for words in wordings} == {key}


def test_versions_are_not_rounded() -> None:
    assert [value_of(words).key for words in ("3.10", "3.1", "3.11.2", "v2.0")] == [
        "3.10",
        "3.1",
        "3.11.2",
        "v2.0",
    ]


def test_a_phrase_is_compared_without_articles_case_and_spacing() -> None:
    assert value_of("the  Main branch.") == Value(
        text="the Main branch", key="main branch", kind=ValueKind.PHRASE
    )
    assert phrase_key("The") == "the"
    assert phrase_key("青鸟科技") == "青鸟科技"


def test_of_one_thing_there_may_be_several_who_were_something_or_are_so_together() -> None:
    assert is_exclusive(attribute("chair"))
    assert not any(map(is_exclusive, map(attribute, ("ex-chair", "former chair", "co-chair"))))
