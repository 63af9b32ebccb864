"""Tenants and their scopes."""

from dataclasses import dataclass
from uuid import UUID, uuid5

from remember.store.database import Database, Transaction, maybe, none

# "tenants" as a number: held while a tenant is looked up by name and made.
_LOCK = 0x74656E616E7473
_SCOPES = UUID("8d8a5f6b-6f3e-5b0a-9d0a-1f3a1c2b7e55")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tenant:
    """A memory inside a database; `scope_id` is its tenant-wide scope, the default of every write."""

    tenant_id: UUID
    scope_id: UUID


async def open_tenant(database: Database, name: str, new_tenant_id: UUID) -> Tenant:
    """The tenant of that name; the first time it is made, with `new_tenant_id` and a tenant-wide scope."""
    async with database.write() as tx:
        await none(tx, "access.lock_names", lock=_LOCK)
        tenant_id = await maybe(tx, "access.tenant_named", UUID, name=name)
        if tenant_id is None:
            tenant_id = new_tenant_id
            await none(tx, "access.add_tenant", tenant_id=tenant_id, name=name)
        tenant = Tenant(tenant_id=tenant_id, scope_id=tenant_scope(tenant_id))
        await _add_tenant_scope(tx, tenant)
    return tenant


def tenant_scope(tenant_id: UUID) -> UUID:
    """The id of a tenant's tenant-wide scope."""
    return uuid5(_SCOPES, str(tenant_id))


async def _add_tenant_scope(tx: Transaction, tenant: Tenant) -> None:
    await none(tx, "access.add_tenant_scope", tenant_id=tenant.tenant_id, scope_id=tenant.scope_id)
