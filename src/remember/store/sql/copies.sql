-- enter :none
-- One version of a scope is compared at a time, so that no pair is missed.
select pg_advisory_xact_lock(hashtextextended('copies:' || %(tenant_id)s::text || %(scope_id)s::text, 0));

-- of_version :maybe
-- Whether a version has been compared.
select version_id from sketches where tenant_id = %(tenant_id)s and version_id = %(version_id)s;

-- candidates :many
-- Versions of a scope that may be copies of a text: those that share a hash with its probes, the latest.
select copy_group, hashes, shingles
from sketches
where tenant_id = %(tenant_id)s and scope_id = %(scope_id)s and hashes && %(probes)s::bigint[]
order by version_id desc
limit %(most)s;

-- add :none
-- What a version's text is recognised by.
insert into sketches (tenant_id, version_id, scope_id, hashes, shingles, copy_group)
values (%(tenant_id)s, %(version_id)s, %(scope_id)s, %(hashes)s, %(shingles)s, %(copy_group)s)
on conflict do nothing;

-- join_groups :none
-- A copy of versions of several groups makes them one.
update sketches set copy_group = %(copy_group)s
where tenant_id = %(tenant_id)s and copy_group = any(%(groups)s) and copy_group <> %(copy_group)s;

-- marks :many
-- Which documents speak for these facts, by the group of copies and the wording of each claim that does.
select distinct e.fact_id, e.doc_id, s.copy_group, c.wording
from fact_evidence e
join claims c on c.tenant_id = e.tenant_id and c.claim_id = e.claim_id
join documents d on d.tenant_id = e.tenant_id and d.doc_id = e.doc_id
left join sketches s on s.tenant_id = c.tenant_id and s.version_id = c.version_id
where e.tenant_id = %(tenant_id)s and e.fact_id = any(%(fact_ids)s) and e.stance = 'supports'
    and upper_inf(e.linked) and c.is_current and d.deleted_at is null;

-- marks_as_of :many
-- The same for what was believed then; which documents are copies is known as of today.
select distinct e.fact_id, e.doc_id, s.copy_group, c.wording
from fact_evidence e
join claim_currency y on y.tenant_id = e.tenant_id and y.claim_id = e.claim_id
join claims c on c.tenant_id = e.tenant_id and c.claim_id = e.claim_id
join documents d on d.tenant_id = e.tenant_id and d.doc_id = e.doc_id
left join sketches s on s.tenant_id = c.tenant_id and s.version_id = c.version_id
where e.tenant_id = %(tenant_id)s and e.fact_id = any(%(fact_ids)s) and e.stance = 'supports'
    and e.linked @> %(believed_at)s::timestamptz and y.during @> %(believed_at)s::timestamptz
    and d.deleted_at is null;
