-- Where documents point at each other. Which document a reference means is found out whenever it is read:
-- so it is found as soon as that document is there, and no longer than it is.
create table document_references (
    tenant_id    uuid not null,
    reference_id uuid not null,
    doc_id       uuid not null,
    version_id   uuid not null,
    ordinal      integer not null check (ordinal >= 0),
    kind         text not null check (kind in ('links_to', 'attaches', 'replies_to')),
    raw          text not null,
    char_start   bigint,
    char_end     bigint,
    -- How often the version points at this.
    places       integer not null check (places >= 1),
    primary key (tenant_id, reference_id),
    unique (tenant_id, version_id, ordinal),
    foreign key (tenant_id, version_id) references versions,
    check ((char_start is null) = (char_end is null) and char_end > char_start)
);

-- What a reference may mean, the surest first.
create table reference_locators (
    tenant_id    uuid not null,
    reference_id uuid not null,
    rank         integer not null check (rank >= 0),
    locator      text not null,
    primary key (tenant_id, reference_id, rank),
    foreign key (tenant_id, reference_id) references document_references
);
create index reference_locators_by_locator on reference_locators (tenant_id, locator);

-- By what a version of a document can be pointed at.
create table document_locators (
    tenant_id  uuid not null,
    version_id uuid not null,
    locator    text not null,
    doc_id     uuid not null,
    primary key (tenant_id, version_id, locator),
    foreign key (tenant_id, version_id) references versions
);
create index document_locators_by_locator on document_locators (tenant_id, locator);
create index document_locators_by_document on document_locators (tenant_id, doc_id);

-- What the versions that are served point at, with every document that bears one of the locators.
create view reference_hits as
select r.tenant_id, r.reference_id, d.doc_id as from_doc_id, d.scope_id as from_scope_id, r.kind, r.places,
    t.rank, o.doc_id as to_doc_id, o.scope_id as to_scope_id
from document_references r
join documents d on d.tenant_id = r.tenant_id and d.doc_id = r.doc_id and d.serving_version_id = r.version_id
join reference_locators t on t.tenant_id = r.tenant_id and t.reference_id = r.reference_id
join document_locators l on l.tenant_id = t.tenant_id and l.locator = t.locator
join documents o on o.tenant_id = l.tenant_id and o.doc_id = l.doc_id and o.serving_version_id = l.version_id
where d.deleted_at is null and o.deleted_at is null;
