-- Versions of one document are processed in order; a worker that died is known by the lock it lost.
alter table jobs
    add column doc_id uuid not null,
    add column version_no integer not null,
    -- The advisory lock that the worker's own connection holds for as long as the worker lives.
    add column leased_by bigint,
    -- How often in a row a worker was lost while it held this job.
    add column lapses integer not null default 0;
create index jobs_by_document on jobs (tenant_id, doc_id, version_no) where state in ('ready', 'leased');
create index jobs_by_version on jobs (tenant_id, version_id);

-- Passages with a smaller ordinal than this were read for claims.
alter table versions add column extracted_chunks integer not null default 0 check (extracted_chunks >= 0);
create index versions_parked on versions (tenant_id, mime) where parked is not null and deleted_at is null;
