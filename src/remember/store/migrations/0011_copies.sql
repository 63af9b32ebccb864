-- Which versions are copies of one another, and which claims are worded the same.

-- What a version's text is recognised by (domain/copies.py); `copy_group` is the same for copies.
create table sketches (
    tenant_id  uuid not null,
    version_id uuid not null,
    scope_id   uuid not null,
    hashes     bigint[] not null,
    shingles   bigint not null check (shingles >= 0),
    copy_group uuid not null,
    primary key (tenant_id, version_id),
    foreign key (tenant_id, version_id) references versions,
    foreign key (tenant_id, scope_id) references scopes
);
create index sketches_by_hash on sketches using gin (hashes);
create index sketches_by_group on sketches (tenant_id, copy_group);

-- Equal for spans of the same words, where these are too many to be the same by chance.
alter table claims add column wording bigint;
