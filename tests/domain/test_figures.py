"""Numbers and dates of an answer that stand in no quote."""

import pytest

from remember.domain.figures import unquoted_figure


@pytest.mark.parametrize(
    ("answer", "quote"),
    [
        ("Mio paid.", "nothing"),
        ("Mio paid 40 euros.", "Mio paid 40 euros."),
        ("Mio paid 1000 euros.", "She paid €1,000."),
        ("Mio paid 1,000.50 euros.", "1.000,50 €"),
        ("It weighs 2.5 kilos.", "2.50 kg"),
        ("It has 2 masts.", "it has two masts"),
        ("On 5 March 2024.", "2024-03-05"),
        ("On 2024-03-05.", "March 5, 2024"),
        ("In Sept 2024.", "9 September 2024"),
        ("At 09:30.", "at 9.30, or 9:30"),
        ("Room ٤.", "room 4"),
        ("It may rain, said one of them.", "rain"),
        ("Version 1.2.3", "1.2.3"),
    ],
)
def test_a_figure_may_stand_in_a_quote_in_another_form(answer: str, quote: str) -> None:
    assert unquoted_figure(answer, ["other", quote]) is None


@pytest.mark.parametrize(
    ("answer", "quote", "figure"),
    [
        ("Mio paid 41 euros.", "Mio paid 40 euros.", "41"),
        ("Mio paid 4 euros.", "Mio paid 40 euros.", "4"),
        ("Mio paid 1000 euros.", "1.5", "1000"),
        ("Mio paid 1 euro.", "1,000", "1"),
        ("On 5 April 2024.", "2024-03-05", "April"),
        ("On 2024-04-05.", "5 March 2024", "month 4"),
        ("On 2025-03-05.", "5 March 2024", "2025"),
        ("On 2024-03-06.", "5 March 2024", "06"),
        ("It has 3 masts.", "it has two masts", "3"),
        ("In 2024.", "", "2024"),
    ],
)
def test_a_figure_of_the_answer_alone_is_named(answer: str, quote: str, figure: str) -> None:
    assert unquoted_figure(answer, [quote]) == figure
