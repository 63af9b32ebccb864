"""What can be asked: the one definition of every operation, by noun."""

from remember.operations import (
    answers,
    changes,
    contradictions,
    conversations,
    dead_letters,
    documents,
    entities,
    explain,
    facts,
    identity,
    lookups,
    provenance,
    readiness,
    recall,
    searches,
    status,
)

__all__ = [
    "answers",
    "changes",
    "contradictions",
    "conversations",
    "dead_letters",
    "documents",
    "entities",
    "explain",
    "facts",
    "identity",
    "lookups",
    "provenance",
    "readiness",
    "recall",
    "searches",
    "status",
]
