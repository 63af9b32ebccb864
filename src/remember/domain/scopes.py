"""Who may see what."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """Whose eyes a read has: one tenant, and the scopes of it that they hold."""

    tenant_id: UUID
    scope_ids: tuple[UUID, ...]
