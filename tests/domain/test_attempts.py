"""When a failed job is tried again."""

import pytest

from remember.domain.attempts import NextAttempt, after_failure


@pytest.mark.parametrize(
    ("failed_before", "wait"), [(0, 2), (1, 4), (2, 8), (3, 16), (4, 32), (5, 60), (9, 60)]
)
def test_waits_double_from_two_seconds_to_a_minute(failed_before: int, wait: float) -> None:
    assert after_failure(failed_before, 20, may_pass=True) == NextAttempt(dead=False, wait_seconds=wait)


def test_the_last_attempt_that_fails_leaves_a_dead_letter() -> None:
    assert not after_failure(1, 3, may_pass=True).dead
    assert after_failure(2, 3, may_pass=True).dead


def test_what_must_fail_again_is_not_tried_again() -> None:
    assert after_failure(0, 3, may_pass=False) == NextAttempt(dead=True)
