import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remember.domain.names import Comparison, Likeness, compare, folded, name_key, without_honorifics
from remember.errors import Incorrect

NAMES = [
    "Ana Ruiz",
    "ana ruiz",
    "Dr. Ana Ruiz",
    "Ruiz, Ana",
    "Anna Ruiz",
    "A. Ruiz",
    "Lark 2",
    "青鸟科技",
    "Zoë",
]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Ana Ruiz", "ANA  RUIZ"),
        ("Dr. Ana Ruiz", "Ana Ruiz"),
        ("Ruiz, Ana", "Ana Ruiz"),
        ("the Search-Team", "search team"),
        ("Lantana Ltd", "Lantana Limited"),
        ("Lantana", "Lantana Ltd."),
        ("Zoe\u0308 Klein", "Zo\u00eb Klein"),
        ("A.B.C. Works", "ABC Works"),
    ],
)
def test_spelling_that_cannot_matter_keeps_a_name_the_same(left: str, right: str) -> None:
    assert compare(left, right).likeness is Likeness.SAME


@pytest.mark.parametrize(
    ("left", "right", "reasons"),
    [
        ("A. Ruiz", "Ana Ruiz", ("initial",)),
        ("Bob Stone", "Robert Stone", ("nickname",)),
        ("Ravi", "Ravi Menon", ("part of the longer name",)),
        ("Friedrich Lindenberg", "Friedrich Lindenburg", ("sound",)),
        ("Ana Ruiz", "Ana Ruix", ("spelling",)),
        ("Игорь Лукашин", "Igor Lukashin", ("sound",)),
        ("Ελένη Παππά", "Eleni Pappa", ("sound",)),
        ("محمد", "Mohammed", ("sound",)),
        ("Qasim Haddad", "Kasim Haddad", ("sound",)),
        ("S3rgei Orl0v", "Sergei Orlov", ("digits stand for letters",)),
        ("SiemAG", "Siem AG", ("differ in spacing only",)),
        ("Brigade Forty-Four", "Brigade 44", ("the same words written otherwise",)),
        ("Omar ibn Said", "Omar bin Said", ("the same words written otherwise",)),
        ("Zoe Klein", "Zoë Klein", ("differ in accents only",)),
        ("NEB", "Northern Electric Board", ("one is the initials of the other",)),
        ("Ana Ruiz Jr.", "Ana Ruiz", ("only one is marked junior or senior",)),
        ("Lantana Ltd", "Lantana GmbH", ("their legal forms differ",)),
    ],
)
def test_what_only_looks_alike_is_a_proposal_with_its_reason(
    left: str, right: str, reasons: tuple[str, ...]
) -> None:
    assert compare(left, right) == Comparison(Likeness.POSSIBLE, reasons)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Lark 2", "Lark 3"),
        ("PG 16", "PG 16.1"),
        ("Trust II", "Trust III"),
        ("Ana Ruiz Jr.", "Ana Ruiz Sr."),
        ("Angelo Merk", "Angela Merk"),
        ("Michel Aubry", "Michelle Aubry"),
        ("Brigade Forty-Four", "Brigade 45"),
        ("Lark A12", "Lark A13"),
        ("高石早苗", "高市早苗"),
        ("Игорь", "Olga"),
        ("Snow", "Snoe"),
        ("Ana Ruiz", "Ana Moreno"),
        ("青鸟科技", "青鸟"),
    ],
)
def test_names_that_differ_where_it_matters_are_different(left: str, right: str) -> None:
    assert compare(left, right).likeness is Likeness.DIFFERENT


@pytest.mark.parametrize("name", ["欧阳娜", "青鸟科技", "Қасым-Жомарт", "عبد الفتاح", "박지성"])
def test_a_name_in_another_script_keeps_every_letter(name: str) -> None:
    assert without_honorifics(name) == name
    assert folded(name) == unicodedata.normalize("NFC", name.casefold()).replace("-", " ")


@given(st.sampled_from(NAMES), st.sampled_from(NAMES))
def test_comparing_is_symmetric(left: str, right: str) -> None:
    assert compare(left, right) == compare(right, left)


@given(st.text())
def test_both_unicode_forms_of_a_text_fold_alike_and_folding_twice_changes_nothing(text: str) -> None:
    forms = {folded(unicodedata.normalize(form, text)) for form in ("NFC", "NFD")}
    assert len(forms) == 1
    assert folded(folded(text)) == folded(text)


@pytest.mark.parametrize("name", ["", "...", "\u200b", "\u2060\ufeff", "+ +", "\u0301", "Dr \u200b"])
def test_a_name_without_a_letter_or_digit_is_none_and_is_shown_by_its_code(name: str) -> None:
    with pytest.raises(Incorrect) as refused:
        name_key(name)
    assert (refused.value.code, refused.value.message) == ("name_empty", f"{name!r} holds no name")


@pytest.mark.parametrize(
    ("name", "key"), [("Dr. Ana Ruiz", "ana ruiz"), ("C++", "c++"), ("7", "7"), ("\u674e", "\u674e")]
)
def test_a_name_of_any_script_has_a_key(name: str, key: str) -> None:
    assert name_key(name) == key
