"""How far a writer's word counts before a person has looked."""

from enum import StrEnum


class Trust(StrEnum):
    """The trust in a source, in order: what one of less trust says never ends what one of more says."""

    VERIFIED = "verified"
    ASSERTED = "asserted"
    UNVERIFIED = "unverified"

    @property
    def rank(self) -> int:
        """0 for the most trusted."""
        return list(Trust).index(self)
