-- lock_names :none
-- Let only one process at a time name a new tenant.
select pg_advisory_xact_lock(%(lock)s);

-- tenant_named :maybe
-- The tenant of a name; the oldest, should there be several.
select tenant_id from tenants where name = %(name)s order by created_at limit 1;

-- add_tenant :none
-- Make a tenant.
insert into tenants (tenant_id, name) values (%(tenant_id)s, %(name)s);

-- add_tenant_scope :none
-- Make the tenant-wide scope, where it is missing.
insert into scopes (tenant_id, scope_id) values (%(tenant_id)s, %(scope_id)s) on conflict do nothing;
