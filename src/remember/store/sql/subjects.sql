-- ensure :none
-- A row to lock for each subject.
insert into subjects (tenant_id, scope_id, subject_key)
select %(tenant_id)s, %(scope_id)s, key
from unnest(%(subject_keys)s::text[]) key
order by key
on conflict do nothing;

-- lock :many
-- Lock subjects in key order, so that two savers never wait for each other in a ring.
select subject_key
from subjects
where tenant_id = %(tenant_id)s and scope_id = %(scope_id)s and subject_key = any(%(subject_keys)s)
order by subject_key
for update;
