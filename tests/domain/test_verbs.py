"""The forms of English verbs."""

from remember.domain.verbs import past, third_person


def test_verbs_in_the_form_that_do_gives_them() -> None:
    assert [past(v) for v in ("sign", "try", "play", "stop", "visit", "use", "go", "put", "admit")] == [
        *("signed", "tried", "played", "stopped", "visited", "used", "went", "put", "admitted")
    ]
    assert [third_person(v) for v in ("work", "try", "go", "have", "fix")] == [
        *("works", "tries", "goes", "has", "fixes")
    ]
