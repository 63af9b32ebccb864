-- add :none
-- A version is to be processed.
insert into jobs (job_id, tenant_id, doc_id, version_id, version_no, kind, state, max_attempts)
values (
    %(job_id)s, %(tenant_id)s, %(doc_id)s, %(version_id)s, %(version_no)s, %(kind)s, %(state)s, %(max_attempts)s
);

-- announce :none
-- Wake the workers of every process when this transaction commits.
select pg_notify('remember_jobs', '');

-- listen :none
-- Be woken when a job is announced.
listen remember_jobs;

-- show_life :none
-- Hold a lock for as long as this connection lives.
select pg_advisory_lock(%(key)s);

-- lease_next :maybe
-- The oldest job that may run, but not of these tenants, leased; an earlier version of the same document goes first.
update jobs
set state = 'leased', lease_token = %(token)s, leased_by = %(leased_by)s,
    lease_until = clock_timestamp() + make_interval(secs => %(lease_seconds)s)
where job_id = (
    select j.job_id
    from jobs j
    where j.state = 'ready' and j.not_before <= clock_timestamp()
        and not exists (
            select from jobs e
            where e.tenant_id = j.tenant_id and e.doc_id = j.doc_id and e.version_no < j.version_no
                and (e.state = 'leased' or (e.state = 'ready' and e.not_before <= clock_timestamp()))
        )
        and j.tenant_id <> all(%(but_not_of)s::uuid[])
    order by j.not_before, j.created_at
    limit 1
    for update skip locked
)
returning job_id, tenant_id, doc_id, version_id, version_no, kind, lease_token as token,
    %(lease_seconds)s::float8 as lease_seconds, max_attempts;

-- extend :maybe
-- A sign of life: the lease is longer now, if it is still ours.
update jobs set lease_until = clock_timestamp() + make_interval(secs => %(lease_seconds)s)
where job_id = %(job_id)s and lease_token = %(token)s
returning job_id;

-- progress :one
-- Something is about to be saved under this lease; earlier failures count no more, where it forgives them.
with ours as (
    update jobs
    set lease_until = clock_timestamp() + make_interval(secs => %(lease_seconds)s),
        attempts = case when %(forgives)s then 0 else attempts end,
        lapses = case when %(forgives)s then 0 else lapses end
    where job_id = %(job_id)s and lease_token = %(token)s
    returning job_id
)
select exists (select from ours) as is_ours, exists (
        select from versions
        where tenant_id = %(tenant_id)s and version_id = %(version_id)s and deleted_at is null
    ) as is_live;

-- finish :maybe
-- The job is done.
update jobs
set state = 'done', lease_token = null, lease_until = null, leased_by = null, finished_at = clock_timestamp()
where job_id = %(job_id)s and lease_token = %(token)s
returning job_id;

-- give_back :none
-- The worker stops before the end: anybody may go on at once.
update jobs set state = 'ready', lease_token = null, lease_until = null, leased_by = null
where job_id = %(job_id)s and lease_token = %(token)s;

-- park :maybe
-- The job cannot go on for now: it waits until it is released, and this attempt does not count.
update jobs set state = 'parked', lease_token = null, lease_until = null, leased_by = null
where job_id = %(job_id)s and lease_token = %(token)s
returning job_id;

-- waiting_for_budget :many
-- Versions whose reading waits for money.
select j.version_id from jobs j
join stages s on s.tenant_id = j.tenant_id and s.version_id = j.version_id and s.defer_reason = 'budget'
where j.tenant_id = %(tenant_id)s and j.state = 'parked'
order by j.created_at
limit %(most)s;

-- attempts :one
-- How many attempts at a job have failed since something was saved.
select attempts from jobs where job_id = %(job_id)s;

-- fail :maybe
-- The attempt failed: try again later, or keep the job as a dead letter.
update jobs
set state = %(state)s, attempts = attempts + 1, last_error = %(last_error)s,
    not_before = clock_timestamp() + make_interval(secs => %(wait_seconds)s),
    lease_token = null, lease_until = null, leased_by = null,
    finished_at = case when %(state)s = 'dead' then clock_timestamp() end
where job_id = %(job_id)s and lease_token = %(token)s
returning job_id;

-- free_lapsed :many
-- Free the jobs whose worker gave no sign in time or is gone; one that lost too many workers is dead.
update jobs j
set state = case when lapses + 1 < %(most_lapses)s then 'ready' else 'dead' end,
    lapses = lapses + 1, not_before = clock_timestamp(), lease_token = null, lease_until = null, leased_by = null,
    last_error = 'the worker was lost'
where state = 'leased'
    and (lease_until < clock_timestamp()
        or not exists (
            select from pg_locks l
            where l.locktype = 'advisory' and l.granted and l.objsubid = 1
                and l.database = (select oid from pg_database where datname = current_database())
                and ((l.classid::bigint << 32) | l.objid::bigint) = j.leased_by
        ))
returning job_id, tenant_id, version_id, state;

-- seconds_to_next :maybe
-- How long until the next waiting job may run; no row where none waits.
select extract(epoch from not_before - clock_timestamp())::float8
from jobs
where state = 'ready' and not_before > clock_timestamp()
order by not_before
limit 1;

-- end_of_document :none
-- Nothing of this document is processed any more.
update jobs
set state = 'done', lease_token = null, lease_until = null, leased_by = null, finished_at = clock_timestamp()
where tenant_id = %(tenant_id)s and doc_id = %(doc_id)s and state in ('ready', 'leased', 'parked', 'dead');

-- end_of_version :none
-- Nothing of this version is processed any more.
update jobs
set state = 'done', lease_token = null, lease_until = null, leased_by = null, finished_at = clock_timestamp()
where tenant_id = %(tenant_id)s and version_id = %(version_id)s
    and state in ('ready', 'leased', 'parked', 'dead');

-- unpark :many
-- Versions that can be converted now are to be processed.
update jobs set state = 'ready', not_before = clock_timestamp()
where tenant_id = %(tenant_id)s and version_id = any(%(version_ids)s) and state = 'parked'
returning version_id;

-- dead :many
-- The dead letters of a tenant about documents of these scopes, newest first.
select j.job_id, j.version_id, j.doc_id, j.kind, j.attempts, j.last_error, j.created_at, j.finished_at
from jobs j
join documents d on d.tenant_id = j.tenant_id and d.doc_id = j.doc_id
where j.tenant_id = %(tenant_id)s and j.state = 'dead' and d.scope_id = any(%(scope_ids)s)
order by j.finished_at desc nulls last, j.job_id
limit %(most)s;

-- replay :maybe
-- Give a dead letter about a document of these scopes a new set of attempts; what it last failed of stays readable.
update jobs j set state = 'ready', attempts = 0, lapses = 0, not_before = clock_timestamp(), finished_at = null
from documents d
where j.tenant_id = %(tenant_id)s and j.job_id = %(job_id)s and j.state = 'dead'
    and d.tenant_id = j.tenant_id and d.doc_id = j.doc_id and d.scope_id = any(%(scope_ids)s)
returning j.version_id;

-- pending :many
-- Versions that a reader of these scopes may see, and that still have something to do that runs by itself.
select j.version_id from jobs j
join documents d on d.tenant_id = j.tenant_id and d.doc_id = j.doc_id
where j.tenant_id = %(tenant_id)s and j.state in ('ready', 'leased') and d.scope_id = any(%(scope_ids)s)
limit %(most)s;
