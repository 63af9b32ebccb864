"""Which relations a question asks about, by its wording."""

import pytest

from remember.domain.asked import AskedRelations, asked_relations
from remember.providers.stem import distinct_terms, term_id


def asked(question: str, *names: str) -> AskedRelations:
    return asked_relations(question, names=distinct_terms(names), stem=term_id)


@pytest.mark.parametrize(
    ("question", "predicate"),
    [
        ("Which payment provider does Larkfield use?", "uses"),
        ("Who uses Sylvapay?", "uses"),
        ("Who purchased Millbrook Dairy?", "other:buy"),
        ("Who bought Millbrook Dairy?", "other:buy"),
        ("Where does Petra live?", "located_in"),
        ("Who lives in Tornby?", "located_in"),
        ("To whom does Tobias report?", "reports_to"),
        ("Who is Tobias's manager?", "reports_to"),
        ("Whom does Brightwater employ?", "works_for"),
        ("Who wrote the handbook?", "authored"),
        ("By whom was the handbook written?", "authored"),
        ("Who is the head of the team?", "led_by"),
        ("Who led the team?", "led_by"),
        ("Whom does the ferry belong to?", "owner"),
        ("What is the status of the release?", "status"),
        ("What is the yearly budget of the programme?", "attribute:budget"),
        ("Whom does Nordby Mill supply?", "other:supply"),
        ("Who plays chess with Olav?", "other:play_chess_with"),
        ("What is the role of Mira?", "is"),
    ],
)
def test_a_question_asks_for_a_relation_by_its_words(question: str, predicate: str) -> None:
    assert asked(question).include(predicate)


@pytest.mark.parametrize(
    ("question", "predicate"),
    [
        ("Which payment provider does Larkfield use?", "owner"),
        ("Who does Petra live with?", "located_in"),
        ("Who works with Mira?", "works_for"),
        ("How old is Petra?", "located_in"),
        ("What does the programme cost?", "attribute:budget"),
        ("Who plays with Olav?", "other:play_chess_with"),
        ("What does Mira have?", "has"),
        ("What did Mira get?", "other:get"),
        ("Who is she?", "is"),
        ("Whom does Mira work for?", "is"),
        ("What made Mira leave her job?", "is"),
    ],
)
def test_it_asks_for_no_other(question: str, predicate: str) -> None:
    assert not asked(question).include(predicate)


def test_the_words_of_a_name_ask_for_nothing() -> None:
    assert asked("Who owns Use Case?").include("uses")
    assert not asked("Who owns Use Case?", "use", "case").include("uses")


def test_a_question_that_was_not_looked_at_asks_for_nothing() -> None:
    assert not AskedRelations().include("uses")
