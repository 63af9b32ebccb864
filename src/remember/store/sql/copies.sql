-- until_now :macro
-- A time in a group that ends now, and is no less than a moment long, whatever the clock says.
tstzrange(lower(during), greatest(clock_timestamp(), lower(during) + interval '1 microsecond'))

-- changed(which) :macro
-- Versions that leave their group and enter another at once.
with gone as (
    update copy_groups set during = $until_now
    where tenant_id = %(tenant_id)s and $which and upper_inf(during)
    returning version_id, upper(during) as at
)
insert into copy_groups (tenant_id, version_id, copy_group, during)
select %(tenant_id)s, version_id, %(copy_group)s, tstzrange(at, null)
from gone

-- sketched :macro
-- What a version is recognised by, and the group that it is in.
s.version_id, g.copy_group, s.hashes, s.shingles

-- enter :none
-- One version of a scope is compared at a time, so that no pair is missed.
select pg_advisory_xact_lock(hashtextextended('copies:' || %(tenant_id)s::text || %(scope_id)s::text, 0));

-- of_version :maybe
-- Whether a version has been compared.
select version_id from sketches where tenant_id = %(tenant_id)s and version_id = %(version_id)s;

-- candidates :many
-- Versions of a scope that speak and may be copies of a text: those that share a hash with its probes, the latest.
select $sketched
from sketches s
join copy_groups g on g.tenant_id = s.tenant_id and g.version_id = s.version_id and upper_inf(g.during)
where s.tenant_id = %(tenant_id)s and s.scope_id = %(scope_id)s and s.hashes && %(probes)s::bigint[]
order by s.version_id desc
limit %(most)s;

-- add :none
-- What a version's text is recognised by.
insert into sketches (tenant_id, version_id, scope_id, hashes, shingles)
values (%(tenant_id)s, %(version_id)s, %(scope_id)s, %(hashes)s, %(shingles)s)
on conflict do nothing;

-- of_document :many
-- What the versions of a document are recognised by, and the groups of those that are in one.
select $sketched
from versions v
join sketches s on s.tenant_id = v.tenant_id and s.version_id = v.version_id
left join copy_groups g on g.tenant_id = s.tenant_id and g.version_id = s.version_id and upper_inf(g.during)
where v.tenant_id = %(tenant_id)s and v.doc_id = %(doc_id)s
order by v.version_no;

-- members :many
-- The versions of a group.
select $sketched
from copy_groups g
join sketches s on s.tenant_id = g.tenant_id and s.version_id = g.version_id
where g.tenant_id = %(tenant_id)s and g.copy_group = %(copy_group)s and upper_inf(g.during)
order by s.version_id
limit %(most)s;

-- enter_group :none
-- A version that is in no group is in this one from now on; never before it left another, whatever the clock says.
insert into copy_groups (tenant_id, version_id, copy_group, during)
select %(tenant_id)s, %(version_id)s, %(copy_group)s, tstzrange(greatest(clock_timestamp(), max(upper(during))), null)
from copy_groups
where tenant_id = %(tenant_id)s and version_id = %(version_id)s;

-- leave_groups :none
-- These versions are in no group from now on.
update copy_groups set during = $until_now
where tenant_id = %(tenant_id)s and version_id = any(%(version_ids)s) and upper_inf(during);

-- change_group :none
-- These versions are in another group from now on.
$changed(version_id = any(%(version_ids)s));

-- join_groups :none
-- A copy of versions of several groups makes them one from now on.
$changed(copy_group = any(%(groups)s));

-- marks :many
-- Which documents speak for these facts, by the wording of each claim that does and the groups of the versions
-- that say it.
select distinct e.fact_id, e.doc_id, g.copy_group, c.wording
from fact_evidence e
join claims c on c.tenant_id = e.tenant_id and c.claim_id = e.claim_id
join documents d on d.tenant_id = e.tenant_id and d.doc_id = e.doc_id
left join chunk_claims o on o.tenant_id = c.tenant_id and o.claim_id = c.claim_id
left join copy_groups g on g.tenant_id = o.tenant_id and g.version_id = o.version_id and upper_inf(g.during)
where e.tenant_id = %(tenant_id)s and e.fact_id = any(%(fact_ids)s) and e.stance = 'supports'
    and upper_inf(e.linked) and c.is_current and d.deleted_at is null;

-- marks_as_of :many
-- The same for what was believed then, with the groups of then.
select distinct e.fact_id, e.doc_id, g.copy_group, c.wording
from fact_evidence e
join claim_currency y on y.tenant_id = e.tenant_id and y.claim_id = e.claim_id
join claims c on c.tenant_id = e.tenant_id and c.claim_id = e.claim_id
join documents d on d.tenant_id = e.tenant_id and d.doc_id = e.doc_id
left join chunk_claims o on o.tenant_id = c.tenant_id and o.claim_id = c.claim_id
left join copy_groups g on g.tenant_id = o.tenant_id and g.version_id = o.version_id
    and g.during @> %(believed_at)s::timestamptz
where e.tenant_id = %(tenant_id)s and e.fact_id = any(%(fact_ids)s) and e.stance = 'supports'
    and e.linked @> %(believed_at)s::timestamptz and y.during @> %(believed_at)s::timestamptz
    and d.deleted_at is null;
