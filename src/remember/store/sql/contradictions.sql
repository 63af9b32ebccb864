-- opened(group_id) :macro
-- When a contradiction opened.
(
    select min(lower(r.believed))
    from fact_revisions r
    where r.tenant_id = %(tenant_id)s and r.contradiction_group = $group_id
)

-- latest_first :macro
-- A page of contradictions, those that opened last first.
where %(before)s::uuid is null or g.group_id < %(before)s::uuid
order by g.group_id desc
limit %(most)s

-- open :many
-- A page of the contradictions that stand open and of which two sides may hold for the time asked about, the latest
-- first, with when each opened.
select g.group_id, $opened(g.group_id) as opened_at, null::timestamptz as closed_at, g.total
from (
    select f.contradiction_group as group_id, count(*) over () as total
    from facts f
    where f.tenant_id = %(tenant_id)s and f.contradiction_group is not null and f.scope_id = any(%(scope_ids)s)
        and $held(f) and $when_asked(f)
        and (%(entity_ids)s::uuid[] is null or f.subject_entity_id = any(%(entity_ids)s))
    group by f.contradiction_group
    having count(*) >= 2
) g
$latest_first;

-- open_as_of :many
-- The same as it was believed then, from documents that are still there.
select g.group_id, $opened(g.group_id) as opened_at, null::timestamptz as closed_at, g.total
from (
    select r.contradiction_group as group_id, count(*) over () as total
    from fact_revisions r
    join facts f on f.tenant_id = r.tenant_id and f.fact_id = r.fact_id
    where r.tenant_id = %(tenant_id)s and r.contradiction_group is not null
        and r.believed @> %(believed_at)s::timestamptz and f.scope_id = any(%(scope_ids)s) and $when_asked(r)
        and (%(entity_ids)s::uuid[] is null or f.subject_entity_id = any(%(entity_ids)s))
        and (r.support = 'withdrawn' or exists ($support_then(f.fact_id, %(believed_at)s::timestamptz)))
    group by r.contradiction_group
    having count(*) >= 2
) g
$latest_first;

-- closed :many
-- A page of the contradictions that closed, the latest first, with when each opened and closed.
select g.group_id, g.opened_at, g.closed_at, g.total
from (
    select r.contradiction_group as group_id, min(lower(r.believed)) as opened_at,
        max(coalesce(upper(r.believed), lower(r.believed))) as closed_at, count(*) over () as total
    from fact_revisions r
    join facts f on f.tenant_id = r.tenant_id and f.fact_id = r.fact_id
    where r.tenant_id = %(tenant_id)s and r.contradiction_group is not null and f.scope_id = any(%(scope_ids)s)
        and (%(entity_ids)s::uuid[] is null or f.subject_entity_id = any(%(entity_ids)s))
        and $told(f)
    group by r.contradiction_group
    having count(distinct r.fact_id) >= 2 and count(*) filter (where upper_inf(r.believed)) < 2
) g
$latest_first;

-- closed_sides :many
-- The facts that were in these contradictions, each with the last window it had there.
select fact_id, kind, label, evidence_count, valid_from, valid_until, valid_precision, ingested_at,
    invalidated_at, contradiction_group, support, evidence_count as weight, total
from (
    select f.fact_id, f.label, f.evidence_count, r.contradiction_group, lower(r.valid) as valid_from,
        upper(r.valid) as valid_until, r.valid_precision, f.ingested_at, f.invalidated_at, f.kind, f.support,
        count(*) over (partition by r.contradiction_group) as total,
        row_number() over (partition by r.contradiction_group order by f.ingested_at, f.fact_id) as place
    from (
        select distinct on (v.contradiction_group, v.fact_id) v.*
        from fact_revisions v
        where v.tenant_id = %(tenant_id)s and v.contradiction_group = any(%(group_ids)s)
        order by v.contradiction_group, v.fact_id, v.revision_no desc
    ) r
    join facts f on f.tenant_id = r.tenant_id and f.fact_id = r.fact_id
    where f.tenant_id = %(tenant_id)s and f.scope_id = any(%(scope_ids)s)
        and $told(f)
) numbered
where place <= %(most)s
order by contradiction_group desc, place;

-- sides :many
-- A page of the facts that are held in one contradiction, best supported first, as they are or were believed.
select $listed
from (
    select $as_believed(n.documents), n.ever as weight, count(*) over () as total
    from (select $belief as at) b
    join fact_revisions r
        on r.tenant_id = %(tenant_id)s and r.contradiction_group = %(group_id)s and r.believed @> b.at
    join facts f on f.tenant_id = r.tenant_id and f.fact_id = r.fact_id
    cross join lateral ($count_then(f.fact_id, b.at)) n
    where f.scope_id = any(%(scope_ids)s) and (n.documents > 0 or r.support = 'withdrawn')
) held
$best_supported_first;
