"""What becomes of a job whose attempt failed."""

from dataclasses import dataclass

FIRST_WAIT = 2.0
LONGEST_WAIT = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class NextAttempt:
    """Try again after so many seconds, or, where `dead`, only when somebody asks for it."""

    dead: bool
    wait_seconds: float = 0.0


def after_failure(failed_before: int, most: int, *, may_pass: bool) -> NextAttempt:
    """What to do after one more failure; `may_pass` is False where the same attempt must fail again.

    Waits double from 2 seconds to at most 60.
    """
    if not may_pass or failed_before + 1 >= most:
        return NextAttempt(dead=True)
    return NextAttempt(dead=False, wait_seconds=min(FIRST_WAIT * 2**failed_before, LONGEST_WAIT))
