"""What can be asked: the one definition of every operation, by noun."""

from remember.operations import documents, readiness, recall, status

__all__ = ["documents", "readiness", "recall", "status"]
