"""What an operation is given: the store, the models, who asks, in which tenant and scopes, clock and ids."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal
from uuid import UUID

import uuid_utils

from remember.domain.documents import IngestPrincipal, PrincipalKind
from remember.domain.scopes import Reader
from remember.providers.protocols import Providers
from remember.settings import Settings
from remember.store.content import ContentStore
from remember.store.cursors import CursorSeal
from remember.store.database import Database

Permission = Literal["read", "ingest", "write"]

EVERYTHING: frozenset[Permission] = frozenset({"read", "ingest", "write"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Principal:
    """Who asks, and what they may do. `write` includes everything; `read` and `ingest` do not overlap."""

    kind: PrincipalKind
    ref: str
    permissions: frozenset[Permission]

    def may(self, permission: Permission) -> bool:
        """Whether this caller holds the permission, or the one that includes it."""
        return permission in self.permissions or "write" in self.permissions


OWNER = Principal(kind=PrincipalKind.SERVICE, ref="local", permissions=EVERYTHING)
"""Whoever can reach an open memory: the process itself, or a caller on loopback without a key."""


def nobody() -> None:
    """Wakes nobody: other processes hear of a new job from the database."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """One call's surroundings. `scope_id` is written to; `scope_ids` are read.

    `attribution` is the actor that a trusted perimeter names for an ingest; `principal` is who called us.
    `wake` tells the worker of this process that there is something to do.
    """

    settings: Settings
    database: Database
    content: ContentStore
    providers: Providers
    tenant_id: UUID
    scope_id: UUID
    scope_ids: tuple[UUID, ...]
    principal: Principal
    clock: Callable[[], datetime]
    new_id: Callable[[], UUID]
    cursors: CursorSeal
    attribution: IngestPrincipal | None = None
    wake: Callable[[], None] = nobody

    @property
    def reader(self) -> Reader:
        """Whose eyes the call has."""
        return Reader(tenant_id=self.tenant_id, scope_ids=self.scope_ids)


def utc_now() -> datetime:
    """The clock of this machine. What the memory believes is stamped by the database's clock instead."""
    return datetime.now(UTC)


def new_id() -> UUID:
    """A fresh identifier that sorts by the time it was made (uuid7)."""
    return UUID(bytes=uuid_utils.uuid7().bytes)
