import pytest

from remember.domain.questions import names_in, outermost


@pytest.mark.parametrize(
    ("question", "spans"),
    [
        ("What is Ravi working on?", ("Ravi",)),
        ("Where does Alex Reed's sister live?", ("Alex Reed",)),
        ("Zorblax's budget", ("Zorblax",)),
        ("Billing migration cutover date", ()),
        ("Does Ravi know Dana Weiss, or Corvo?", ("Ravi", "Dana Weiss", "Corvo")),
        ("What happened in March? Tell Mio.", ("Mio",)),
        ("Who owns the vault since Monday?", ()),
        ("Where does Dr. Moe work? Is Mrs Lind there?", ("Dr Moe", "Mrs Lind")),
        ("Ask Mrs Lind about the keys", ("Mrs Lind",)),
        ("Phone Dr. Ana Moe. Email Mr Roth!", ("Dr Ana Moe", "Mr Roth")),
        ("Prof Dr Moe leads what?", ("Prof Dr Moe",)),
        ("Did Ask Mrs Lind?", ("Ask Mrs Lind",)),
        ("what is ravi working on", ()),
        ("", ()),
    ],
)
def test_what_looks_like_a_name_in_a_question(question: str, spans: tuple[str, ...]) -> None:
    assert names_in(question).spans == spans


def test_a_name_that_opens_a_sentence_may_begin_with_its_second_word() -> None:
    found = names_in("Email Ana Moe about Eva Berg Roth. Oda Lind?")
    assert found.openings == {"Email Ana Moe": "Ana Moe", "Oda Lind": "Lind"}


def test_every_run_of_words_may_be_a_known_name() -> None:
    assert names_in("Is the Search-Team ready?").phrases == (
        "search team",
        "ready",
        "is the",
        "search team ready",
        "is the search team",
        "is the search team ready",
    )


def test_a_long_question_is_looked_at_in_part() -> None:
    assert len(names_in("word " * 2_000 + "Ravi").phrases) == 5


def test_the_outermost_names_are_those_that_no_other_contains() -> None:
    assert outermost(["search", "search team", "ravi", "research"]) == ("search team", "research", "ravi")
