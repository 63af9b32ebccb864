-- Belief: what claims assert, the facts they fold into, and every revision of each.

-- One thing a claim asserts. `slot_key` is the place where rivals meet (domain/facts.py).
create table assertions (
    tenant_id         uuid not null,
    claim_id          uuid not null,
    ordinal           integer not null,
    doc_id            uuid not null,
    scope_id          uuid not null,
    kind              text not null check (kind in ('relation', 'observation')),
    subject_entity_id uuid,
    subject_key       text not null,
    predicate         text not null,
    object_entity_id  uuid,
    value_key         text not null,
    polarity          boolean not null,
    effect            text not null check (effect in ('holds', 'begins', 'ends', 'happens')),
    valid_from        timestamptz,
    -- Exclusive.
    valid_until       timestamptz,
    valid_precision   text not null
        check (valid_precision in ('unknown', 'instant', 'day', 'month', 'quarter', 'year', 'open')),
    asserted_at       timestamptz,
    char_start        bigint not null,
    label             text not null,
    fact_key          uuid not null,
    slot_key          uuid not null,
    primary key (tenant_id, claim_id, ordinal),
    foreign key (tenant_id, claim_id) references claims,
    check (valid_until is null or valid_from is null or valid_until > valid_from)
);
create index assertions_by_slot on assertions (tenant_id, slot_key);
create index assertions_by_document on assertions (tenant_id, doc_id);

-- What adjudication locks, in key order: one row a subject of a scope.
create table subjects (
    tenant_id   uuid not null,
    scope_id    uuid not null,
    subject_key text not null,
    primary key (tenant_id, scope_id, subject_key)
);

create table facts (
    tenant_id           uuid not null,
    fact_id             uuid not null,
    scope_id            uuid not null,
    kind                text not null check (kind in ('relation', 'observation')),
    subject_entity_id   uuid,
    subject_key         text not null,
    predicate           text not null,
    object_entity_id    uuid,
    value_key           text not null,
    polarity            boolean not null,
    fact_key            uuid not null,
    slot_key            uuid not null,
    label               text not null,
    split_from          uuid,
    merged_into         uuid,
    -- From here on: a copy of the newest revision and of the counts, for reads of now.
    revision_no         integer not null,
    valid               tstzrange,
    valid_precision     text not null,
    ingested_at         timestamptz not null,
    invalidated_at      timestamptz,
    contradiction_group uuid,
    support             text not null check (support in ('current', 'withdrawn')),
    said                tstzrange,
    evidence_count      integer not null,
    contradict_count    integer not null,
    terms               integer[] not null,
    frequencies         smallint[] not null,
    word_count          integer not null,
    embedding           halfvec(384),
    primary key (tenant_id, fact_id),
    foreign key (tenant_id, scope_id) references scopes,
    check (kind = 'observation' or (subject_entity_id is not null and object_entity_id is not null)),
    check (cardinality(terms) = cardinality(frequencies))
);
create index facts_by_slot on facts (tenant_id, slot_key);
create index facts_by_group on facts (tenant_id, contradiction_group) where contradiction_group is not null;
create index facts_by_terms on facts using gin (terms) where invalidated_at is null;
create index facts_by_embedding on facts using hnsw (embedding halfvec_cosine_ops) where invalidated_at is null;

-- A fact at one belief instant has one window; known windows of one key never overlap in both times.
create table fact_revisions (
    tenant_id           uuid not null,
    fact_id             uuid not null,
    revision_no         integer not null check (revision_no >= 1),
    fact_key            uuid not null,
    valid               tstzrange,
    valid_precision     text not null
        check (valid_precision in ('unknown', 'instant', 'day', 'month', 'quarter', 'year', 'open')),
    believed            tstzrange not null check (not isempty(believed)),
    said                tstzrange,
    contradiction_group uuid,
    support             text not null check (support in ('current', 'withdrawn')),
    cause               text not null,
    caused_by           uuid,
    primary key (tenant_id, fact_id, revision_no),
    foreign key (tenant_id, fact_id) references facts,
    check (valid is null or not isempty(valid)),
    check ((valid is null) = (valid_precision = 'unknown')),
    exclude using gist (tenant_id with =, fact_id with =, believed with &&),
    exclude using gist (tenant_id with =, fact_key with =, valid with &&, believed with &&)
        where (valid is not null and contradiction_group is null)
);

-- Links end; only erasure removes them.
create table fact_evidence (
    tenant_id uuid not null,
    fact_id   uuid not null,
    claim_id  uuid not null,
    doc_id    uuid not null,
    stance    text not null check (stance in ('supports', 'contradicts')),
    linked    tstzrange not null check (not isempty(linked)),
    foreign key (tenant_id, fact_id) references facts,
    foreign key (tenant_id, claim_id) references claims,
    exclude using gist (tenant_id with =, fact_id with =, claim_id with =, linked with &&)
);
create index fact_evidence_by_fact on fact_evidence (tenant_id, fact_id);
create index fact_evidence_by_claim on fact_evidence (tenant_id, claim_id);
create index fact_evidence_by_document on fact_evidence (tenant_id, doc_id);

-- From which entities a fact is reached.
create table fact_entities (
    tenant_id uuid not null,
    fact_id   uuid not null,
    entity_id uuid not null,
    role      text not null check (role in ('subject', 'object', 'mentioned')),
    primary key (tenant_id, entity_id, fact_id, role),
    foreign key (tenant_id, fact_id) references facts,
    foreign key (tenant_id, entity_id) references entities
);
create index fact_entities_by_fact on fact_entities (tenant_id, fact_id);

-- Why each fact is as it is.
create table adjudications (
    tenant_id       uuid not null,
    adjudication_id uuid not null,
    fact_id         uuid not null,
    related_fact_id uuid,
    claim_id        uuid,
    outcome         text not null,
    method          text not null,
    features        jsonb not null default '{}',
    decided_by      text not null check (decided_by in ('auto', 'human')),
    decided_at      timestamptz not null,
    primary key (tenant_id, adjudication_id),
    foreign key (tenant_id, fact_id) references facts
);
create index adjudications_by_fact on adjudications (tenant_id, fact_id, decided_at);
