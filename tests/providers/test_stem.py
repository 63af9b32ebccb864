from hypothesis import given
from hypothesis import strategies as st

from remember.providers.stem import question_terms, term_id, terms


def test_forms_of_a_word_are_one_term() -> None:
    assert question_terms("migrations") == question_terms("Migrating") == question_terms("migrate")


def test_a_question_shares_its_terms_with_the_text_that_answers_it() -> None:
    text = terms("Ravi moved from the billing migration to the search team.")
    assert set(question_terms("who is migrating billing")) <= set(text.ids)


def test_a_code_is_found_however_it_is_written() -> None:
    text = terms("The fault is tracked as ABC-1234.")
    for written in ("ABC-1234", "abc1234", "1234"):
        assert set(question_terms(written)) <= set(text.ids)


def test_a_text_counts_each_term() -> None:
    once, twice = term_id("pump"), term_id("valve")
    found = terms("valve pump valves")
    assert found.ids == tuple(sorted((once, twice)))
    assert dict(zip(found.ids, found.frequencies, strict=True)) == {once: 1, twice: 2}
    assert found.word_count == 3


def test_term_ids_stay_what_stored_rows_have() -> None:
    assert [term_id(word) for word in ("bill", "1234", "青鸟")] == [161504170, 1296666208, -984036934]


@given(st.text())
def test_terms_fit_their_columns(text: str) -> None:
    found = terms(text)
    assert list(found.ids) == sorted(set(found.ids))
    assert all(-(2**31) <= term < 2**31 for term in found.ids)
    assert len(found.ids) == len(found.frequencies)
    assert all(0 < frequency < 2**15 for frequency in found.frequencies)
    assert sum(found.frequencies) == found.word_count
