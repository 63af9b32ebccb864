-- facts_of :many
-- A page of the facts that have one of these entities at an end, as they are held or were believed, in the order of
-- the world: by when each began, else by when it ended; undated ones last, by when they were said. Left out, `first`
-- and `last` bound nothing.
select h.fact_id, h.kind, h.label, n.documents as evidence_count, h.valid_from, h.valid_until, h.valid_precision,
    h.ingested_at, null::timestamptz as invalidated_at, h.contradiction_group, h.support, h.said_since, h.total
from (
    select f.fact_id, f.kind, f.label, lower(r.valid) as valid_from, upper(r.valid) as valid_until,
        r.valid_precision, f.ingested_at, r.contradiction_group, r.support, lower(r.said) as said_since,
        count(*) over () as total
    from (select $belief as at) b
    join facts f on f.tenant_id = %(tenant_id)s
    join fact_revisions r on r.tenant_id = f.tenant_id and r.fact_id = f.fact_id and r.believed @> b.at
    where f.scope_id = any(%(scope_ids)s) and (%(predicate)s::text is null or f.predicate = %(predicate)s)
        and $when_asked(r) and f.fact_id in ($of_entities(<> 'mentioned'))
        and (r.support = 'withdrawn' or exists ($support_then(f.fact_id, b.at)))
) h
cross join lateral ($count_then(h.fact_id, $belief)) n
where %(after_id)s::uuid is null
    or (coalesce(h.valid_from, h.valid_until, 'infinity'), coalesce(h.said_since, '-infinity'), h.ingested_at,
            h.fact_id)
        > (coalesce(%(after_world)s::timestamptz, 'infinity'), coalesce(%(after_said)s::timestamptz, '-infinity'),
            %(after_time)s::timestamptz, %(after_id)s::uuid)
order by coalesce(h.valid_from, h.valid_until, 'infinity'), coalesce(h.said_since, '-infinity'), h.ingested_at,
    h.fact_id
limit %(most)s;
