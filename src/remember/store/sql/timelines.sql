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
    from (select coalesce(%(believed_at)s::timestamptz, 'infinity') as at) b
    join facts f on f.tenant_id = %(tenant_id)s
    join fact_revisions r on r.tenant_id = f.tenant_id and r.fact_id = f.fact_id and r.believed @> b.at
    where f.scope_id = any(%(scope_ids)s) and (%(predicate)s::text is null or f.predicate = %(predicate)s)
        and (r.valid is null or r.valid && tstzrange(%(first)s, %(last)s, '[]'))
        and (r.said is null or r.said && tstzrange(%(first)s, %(last)s, '[]'))
        and f.fact_id in (
            select l.fact_id
            from fact_entities l
            where l.tenant_id = %(tenant_id)s and l.entity_id = any(%(entity_ids)s) and l.role <> 'mentioned'
        )
        and (r.support = 'withdrawn' or exists (
            select
            from fact_evidence e
            join claim_currency y on y.tenant_id = e.tenant_id and y.claim_id = e.claim_id
            join documents d on d.tenant_id = e.tenant_id and d.doc_id = e.doc_id
            where e.tenant_id = f.tenant_id and e.fact_id = f.fact_id and e.stance = 'supports'
                and e.linked @> b.at and y.during @> b.at and d.deleted_at is null
        ))
) h
cross join lateral (
    select count(distinct e.doc_id) as documents
    from fact_evidence e
    join claim_currency y on y.tenant_id = e.tenant_id and y.claim_id = e.claim_id
    join documents d on d.tenant_id = e.tenant_id and d.doc_id = e.doc_id
    where e.tenant_id = %(tenant_id)s and e.fact_id = h.fact_id and e.stance = 'supports'
        and e.linked @> coalesce(%(believed_at)s::timestamptz, 'infinity')
        and y.during @> coalesce(%(believed_at)s::timestamptz, 'infinity') and d.deleted_at is null
) n
where %(after_id)s::uuid is null
    or (coalesce(h.valid_from, h.valid_until, 'infinity'), coalesce(h.said_since, '-infinity'), h.ingested_at,
            h.fact_id)
        > (coalesce(%(after_world)s::timestamptz, 'infinity'), coalesce(%(after_said)s::timestamptz, '-infinity'),
            %(after_time)s::timestamptz, %(after_id)s::uuid)
order by coalesce(h.valid_from, h.valid_until, 'infinity'), coalesce(h.said_since, '-infinity'), h.ingested_at,
    h.fact_id
limit %(most)s;
