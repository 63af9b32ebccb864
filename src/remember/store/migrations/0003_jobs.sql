-- Local table: what is to be done. One job a version; the stage rows say how far it came.
create table jobs (
    job_id       uuid primary key,
    tenant_id    uuid not null,
    version_id   uuid not null,
    kind         text not null,
    state        text not null check (state in ('ready', 'leased', 'done', 'parked', 'dead')),
    lease_token  uuid,
    lease_until  timestamptz,
    attempts     integer not null default 0,
    max_attempts integer not null check (max_attempts >= 1),
    not_before   timestamptz not null default clock_timestamp(),
    last_error   text,
    created_at   timestamptz not null default clock_timestamp(),
    finished_at  timestamptz,
    unique (tenant_id, version_id, kind),
    check ((state = 'leased') = (lease_token is not null and lease_until is not null))
);
create index jobs_next on jobs (not_before, created_at) where state = 'ready';
create index jobs_lapsed on jobs (lease_until) where state = 'leased';
