"""What a caller names that is unknown, has ended or is not theirs to see: all the same to them."""

from uuid import UUID

from remember.errors import NotFound


def no_document(doc_id: UUID) -> NotFound:
    """No document of that id."""
    return NotFound(
        f"there is no document {doc_id}",
        code="document_not_found",
        hint="list the documents to see their ids",
        data={"doc_id": str(doc_id)},
    )


def no_version(version_id: UUID, *, doc_id: UUID | None = None) -> NotFound:
    """No version of that id, or none of that document."""
    of_document = f" of document {doc_id}" if doc_id else ""
    return NotFound(
        f"there is no version {version_id}{of_document}",
        code="version_not_found",
        hint="show the document to see its versions",
        data={"doc_id": str(doc_id) if doc_id else None, "version_id": str(version_id)},
    )


def no_claim(claim_id: UUID) -> NotFound:
    """No claim of that id."""
    return NotFound(
        f"there is no claim {claim_id}",
        code="claim_not_found",
        hint="use an id that a read of claims gives",
        data={"claim_id": str(claim_id)},
    )


def no_entity(entity_id: UUID) -> NotFound:
    """No entity of that id."""
    return NotFound(
        f"there is no entity {entity_id}",
        code="entity_not_found",
        hint="look the name up with resolve_entity and use the id it gives",
        data={"entity_id": str(entity_id)},
    )


def no_fact(fact_id: UUID) -> NotFound:
    """No fact of that id, or none yet at the time of belief that is asked about."""
    return NotFound(
        f"there is no fact {fact_id}",
        code="fact_not_found",
        hint="use an id that a read of facts gives; before it was first held there is none",
        data={"fact_id": str(fact_id)},
    )
