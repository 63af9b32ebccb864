-- Testimony: claims, where they occur, whether they still count, and why sentences were left out.
create table claims (
    tenant_id         uuid not null,
    claim_id          uuid not null,
    doc_id            uuid not null,
    scope_id          uuid not null,
    -- Where it was first read.
    version_id        uuid not null,
    chunk_id          uuid not null,
    char_start        bigint not null,
    char_end          bigint not null,
    claim_text        text not null,
    source_span       text not null,
    -- Half-open ranges of code points, origin first: {start, end, start, end, ...}.
    evidence_spans    bigint[] not null,
    -- What the claim's wording adds to its span, and where each piece came from.
    added_context     jsonb not null default '[]',
    is_attributed     boolean not null,
    is_hedged         boolean not null default false,
    speaker           text,
    asserted_at       timestamptz,
    valid_from        timestamptz,
    -- Inclusive, as stated.
    valid_until       timestamptz,
    valid_precision   text not null
        check (valid_precision in ('unknown', 'instant', 'day', 'month', 'quarter', 'year', 'open')),
    valid_kind        text
        check (valid_kind in ('proposition_validity', 'event_time', 'measurement_period', 'effective_period')),
    -- Equal for claims that state the same: folded text, said-on, period and attribution.
    statement_key     text not null,
    extractor_version text not null,
    -- A copy of claim_currency for now.
    is_current        boolean not null,
    ingested_at       timestamptz not null default clock_timestamp(),
    terms             integer[] not null,
    frequencies       smallint[] not null,
    word_count        integer not null,
    embedding         halfvec(384) not null,
    primary key (tenant_id, claim_id),
    foreign key (tenant_id, doc_id) references documents,
    foreign key (tenant_id, chunk_id) references chunks,
    check (char_end > char_start),
    check (char_length(source_span) = char_end - char_start),
    check (evidence_spans[1] = char_start and evidence_spans[2] = char_end),
    check (cardinality(evidence_spans) % 2 = 0),
    check (valid_until is null or valid_until >= valid_from),
    check (valid_precision <> 'unknown' or (valid_from is null and valid_until is null)),
    check (valid_precision <> 'open' or (valid_from is not null and valid_until is null)),
    check (valid_precision <> 'instant' or valid_from = valid_until),
    check (valid_precision not in ('day', 'month', 'quarter', 'year')
        or (valid_from is not null and valid_until is not null)),
    check (cardinality(terms) = cardinality(frequencies))
);
create index claims_by_document on claims (tenant_id, doc_id);
create index claims_by_statement on claims (tenant_id, statement_key) where is_current;
create index claims_by_terms on claims using gin (terms) where is_current;
create index claims_by_embedding on claims using hnsw (embedding halfvec_cosine_ops) where is_current;

-- A claim is attached to every passage, of any version, that carries it.
create table chunk_claims (
    tenant_id  uuid not null,
    chunk_id   uuid not null,
    claim_id   uuid not null,
    version_id uuid not null,
    char_start bigint not null,
    char_end   bigint not null,
    primary key (tenant_id, chunk_id, claim_id),
    foreign key (tenant_id, chunk_id) references chunks,
    foreign key (tenant_id, claim_id) references claims
);
create index chunk_claims_by_claim on chunk_claims (tenant_id, claim_id);
create index chunk_claims_by_version on chunk_claims (tenant_id, version_id);

-- When a claim counted as what its source says, and why that began and ended.
create table claim_currency (
    tenant_id uuid not null,
    claim_id  uuid not null,
    doc_id    uuid not null,
    during    tstzrange not null check (not isempty(during)),
    began     text not null,
    ended     text check (ended in ('reextracted', 'version_superseded', 'version_deleted', 'review_restored')),
    foreign key (tenant_id, claim_id) references claims,
    exclude using gist (tenant_id with =, claim_id with =, during with &&),
    check (upper_inf(during) = (ended is null))
);
create index claim_currency_by_document on claim_currency (tenant_id, doc_id);

-- Every sentence that was left out or altered, with its reason.
create table extraction_decisions (
    tenant_id         uuid not null,
    decision_id       uuid not null,
    version_id        uuid not null,
    chunk_id          uuid not null,
    decision          text not null,
    reason            text not null,
    char_start        bigint not null,
    char_end          bigint not null,
    extractor_version text not null,
    decided_at        timestamptz not null default clock_timestamp(),
    primary key (tenant_id, decision_id),
    foreign key (tenant_id, chunk_id) references chunks
);
create index extraction_decisions_by_version on extraction_decisions (tenant_id, version_id);
