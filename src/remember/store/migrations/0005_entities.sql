-- Who and what is spoken of. An entity row carries no text: its names live in scoped aliases.
create table entities (
    tenant_id  uuid not null references tenants,
    entity_id  uuid not null,
    -- person, organisation, team, product, project, place, document, ... or null where nothing says it.
    kind       text,
    created_at timestamptz not null default clock_timestamp(),
    primary key (tenant_id, entity_id)
);

-- Flat: every entity has a row, and points at itself until it is merged.
create table entity_survivors (
    tenant_id   uuid not null,
    entity_id   uuid not null,
    survivor_id uuid not null,
    primary key (tenant_id, entity_id),
    foreign key (tenant_id, entity_id) references entities,
    foreign key (tenant_id, survivor_id) references entities
);
create index entity_survivors_absorbed on entity_survivors (tenant_id, survivor_id);

create table aliases (
    tenant_id     uuid not null,
    alias_id      uuid not null,
    scope_id      uuid not null,
    entity_id     uuid not null,
    alias_text    text not null,
    folded        text not null,
    provenance    text not null check (provenance in ('source', 'person')),
    is_canonical  boolean not null,
    first_seen_at timestamptz not null default clock_timestamp(),
    primary key (tenant_id, alias_id),
    unique (tenant_id, scope_id, entity_id, alias_text),
    foreign key (tenant_id, scope_id) references scopes,
    foreign key (tenant_id, entity_id) references entities
);
create index aliases_by_name on aliases (tenant_id, folded);
create index aliases_by_spelling on aliases using gin (folded gin_trgm_ops);
create index aliases_by_sound on aliases using gin (daitch_mokotoff(folded));
create index aliases_by_entity on aliases (tenant_id, entity_id);

create table mentions (
    tenant_id  uuid not null,
    mention_id uuid not null,
    claim_id   uuid not null,
    doc_id     uuid not null,
    chunk_id   uuid not null,
    scope_id   uuid not null,
    surface    text not null,
    folded     text not null,
    role       text not null,
    char_start bigint,
    char_end   bigint,
    -- Never changed: the entity this mention was first resolved to; survivors say who that is today.
    entity_id  uuid,
    method     text not null,
    reason     text not null,
    decided_at timestamptz not null default clock_timestamp(),
    primary key (tenant_id, mention_id),
    foreign key (tenant_id, claim_id) references claims,
    foreign key (tenant_id, entity_id) references entities
);
create index mentions_by_entity on mentions (tenant_id, entity_id);
create index mentions_by_claim on mentions (tenant_id, claim_id);
create index mentions_by_document on mentions (tenant_id, doc_id);

-- What an entity is about, as a vector: the last resort of name resolution.
create table entity_profiles (
    tenant_id    uuid not null,
    scope_id     uuid not null,
    entity_id    uuid not null,
    profile_hash text not null,
    embedding    halfvec(384) not null,
    primary key (tenant_id, scope_id, entity_id),
    foreign key (tenant_id, entity_id) references entities
);
create index entity_profiles_by_embedding on entity_profiles using hnsw (embedding halfvec_cosine_ops);
