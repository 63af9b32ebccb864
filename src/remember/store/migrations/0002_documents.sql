-- Sources, documents, versions, their converted text and their passages.
create table content_objects (
    tenant_id     uuid not null references tenants,
    content_hash  text not null check (content_hash ~ '^[0-9a-f]{64}$'),
    mime          text not null,
    byte_size     bigint not null check (byte_size >= 0),
    first_seen_at timestamptz not null default clock_timestamp(),
    primary key (tenant_id, content_hash)
);

-- One conversion of one content. `text_hash` names the content object that holds the converted text.
create table representations (
    tenant_id         uuid not null,
    representation_id uuid not null,
    content_hash      text not null,
    mime              text not null,
    converter         text not null,
    converter_version text not null,
    text_hash         text not null,
    text_length       bigint not null check (text_length >= 0),
    created_at        timestamptz not null default clock_timestamp(),
    primary key (tenant_id, representation_id),
    unique (tenant_id, content_hash, mime, converter, converter_version),
    foreign key (tenant_id, content_hash) references content_objects
);

create table documents (
    tenant_id          uuid not null,
    doc_id             uuid not null,
    scope_id           uuid not null,
    source_kind        text not null,
    source_ref         text not null,
    source_uri         text,
    title              text,
    versioning_mode    text not null check (versioning_mode in ('snapshot', 'living')),
    origin             text not null check (origin in ('external', 'system_generated')),
    first_seen_at      timestamptz not null default clock_timestamp(),
    last_observed_at   timestamptz not null default clock_timestamp(),
    -- The version whose passages are searched: the newest that reached ready.
    serving_version_id uuid,
    deleted_at         timestamptz,
    primary key (tenant_id, doc_id),
    unique (tenant_id, scope_id, source_kind, source_ref),
    foreign key (tenant_id, scope_id) references scopes
);
create index documents_newest on documents (tenant_id, first_seen_at desc, doc_id desc) where deleted_at is null;

create table versions (
    tenant_id          uuid not null,
    version_id         uuid not null,
    doc_id             uuid not null,
    version_no         integer not null check (version_no >= 1),
    content_hash       text not null,
    filename           text not null,
    mime               text not null,
    source_version_ref text,
    source_modified_at timestamptz,
    published_at       timestamptz,
    representation_id  uuid,
    status             text not null
        check (status in ('ingesting', 'converting', 'structuring', 'ready', 'failed', 'deleted')),
    error              text,
    parked             text check (parked in ('no_route')),
    ingested_at        timestamptz not null default clock_timestamp(),
    ingested_by_kind   text check (ingested_by_kind in ('user', 'api_credential', 'service')),
    ingested_by_ref    text,
    deleted_at         timestamptz,
    primary key (tenant_id, version_id),
    unique (tenant_id, doc_id, version_no),
    foreign key (tenant_id, doc_id) references documents,
    foreign key (tenant_id, content_hash) references content_objects,
    foreign key (tenant_id, representation_id) references representations,
    check ((ingested_by_kind is null) = (ingested_by_ref is null))
);

-- Twelve rows a version, in the order of the evidence contract.
create table stages (
    tenant_id         uuid not null,
    version_id        uuid not null,
    stage             text not null,
    component_version text not null,
    status            text not null
        check (status in ('pending', 'running', 'succeeded', 'failed', 'dead_letter', 'skipped')),
    finished_at       timestamptz,
    defer_reason      text check (defer_reason in ('scheduled', 'retry_backoff', 'budget', 'no_route')),
    primary key (tenant_id, version_id, stage),
    foreign key (tenant_id, version_id) references versions
);

create table chunks (
    tenant_id      uuid not null,
    chunk_id       uuid not null,
    doc_id         uuid not null,
    version_id     uuid not null,
    scope_id       uuid not null,
    ordinal        integer not null check (ordinal >= 0),
    char_start     bigint not null check (char_start >= 0),
    char_end       bigint not null,
    chunk_text     text not null,
    heading_path   text[] not null,
    section_role   text not null,
    context_prefix text,
    reuse_key      text not null,
    -- Whether this passage is of its document's serving version.
    serving        boolean not null,
    -- BM25: the sorted distinct term ids, the frequency of each, and how many words there are.
    terms          integer[] not null,
    frequencies    smallint[] not null,
    word_count     integer not null,
    embedding      halfvec(384) not null,
    primary key (tenant_id, chunk_id),
    unique (tenant_id, version_id, ordinal),
    foreign key (tenant_id, doc_id) references documents,
    foreign key (tenant_id, version_id) references versions,
    check (char_end > char_start),
    check (char_length(chunk_text) = char_end - char_start),
    check (cardinality(terms) = cardinality(frequencies))
);
create index chunks_by_reuse_key on chunks (tenant_id, doc_id, reuse_key);
create index chunks_by_terms on chunks using gin (terms) where serving;
create index chunks_by_embedding on chunks using hnsw (embedding halfvec_cosine_ops) where serving;
