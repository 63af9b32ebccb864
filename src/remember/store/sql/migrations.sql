-- create_table :none
-- The record of applied migrations.
create table if not exists schema_migrations (
    number     integer primary key,
    name       text not null,
    checksum   text not null,
    applied_at timestamptz not null default clock_timestamp()
);

-- applied :many
-- What was applied, in order.
select number, name, checksum from schema_migrations order by number;

-- record :none
-- Remember that a migration was applied.
insert into schema_migrations (number, name, checksum) values (%(number)s, %(name)s, %(checksum)s);

-- limit_wait :none
-- Bound how long this transaction waits for a lock.
select set_config('lock_timeout', %(milliseconds)s, true);

-- lock :none
-- Wait for the migrators' lock; it is held until the session ends or gives it back.
select pg_advisory_lock(%(lock)s);

-- unlock :one
-- Give the migrators' lock back.
select pg_advisory_unlock(%(lock)s);

-- lock_holder :maybe
-- Who holds the migrators' lock, in words for an operator.
select format('process %%s of %%s since %%s', a.pid, coalesce(nullif(a.application_name, ''), 'unnamed'), a.backend_start)
from pg_locks l
join pg_stat_activity a on a.pid = l.pid
where l.locktype = 'advisory' and l.granted
    and ((l.classid::bigint << 32) | l.objid::bigint) = %(lock)s
limit 1;

-- extensions :many
-- Which of the extensions the server offers, and in which version.
select name, coalesce(installed_version, default_version) as version, installed_version is not null as installed
from pg_available_extensions
where name = any(%(names)s);
