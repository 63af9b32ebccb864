-- BM25 statistics: append-only changes, compacted by a job, read from the last compaction on.
create table term_changes (
    tenant_id uuid not null,
    change_id bigint generated always as identity,
    corpus    text not null check (corpus in ('chunks', 'claims', 'facts')),
    terms     integer[] not null,
    -- +1 for a row that came, -1 for one that went.
    rows      integer not null,
    words     integer not null,
    primary key (tenant_id, change_id)
);

create table term_counts (
    tenant_id uuid not null,
    corpus    text not null,
    term      integer not null,
    rows      bigint not null,
    primary key (tenant_id, corpus, term)
);

create table corpus_counts (
    tenant_id uuid not null,
    corpus    text not null,
    rows      bigint not null,
    words     bigint not null,
    primary key (tenant_id, corpus)
);
