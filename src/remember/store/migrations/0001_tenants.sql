-- Tenants, scopes, and the extensions everything else needs.
create extension if not exists vector;
create extension if not exists btree_gist;
create extension if not exists pg_trgm;
create extension if not exists fuzzystrmatch;
create extension if not exists unaccent;

create table tenants (
    tenant_id  uuid primary key,
    name       text not null,
    created_at timestamptz not null default clock_timestamp()
);

-- A scope is immutable. The tenant-wide scope has every container null.
create table scopes (
    tenant_id   uuid not null references tenants,
    scope_id    uuid not null,
    org         text,
    project     text,
    "user"      text,
    participant text,
    thread      text,
    session     text,
    extra       jsonb not null default '{}',
    primary key (tenant_id, scope_id)
);

-- Local table: keys that seal cursors. The newest seals; older ones still open.
create table cursor_keys (
    key_id     integer primary key generated always as identity,
    secret     bytea not null check (length(secret) = 32),
    created_at timestamptz not null default clock_timestamp()
);
