-- facts_of :many
-- A page of the facts of one kind that hold for the time asked about and have one of these entities at one of
-- these ends (and, where `other_ids` are given, one of them at the other), best supported first.
select fact_id, kind, label, evidence_count, valid_from, valid_until, valid_precision, ingested_at,
    invalidated_at, contradiction_group, support, weight, total
from (
    select f.fact_id, f.kind, f.label, f.evidence_count, lower(f.valid) as valid_from,
        upper(f.valid) as valid_until, f.valid_precision, f.ingested_at, f.invalidated_at,
        f.contradiction_group, f.support, f.evidence_count as weight, count(*) over () as total
    from facts f
    where f.tenant_id = %(tenant_id)s and f.kind = %(kind)s and f.scope_id = any(%(scope_ids)s)
        and f.invalidated_at is null and f.merged_into is null
        and (f.evidence_count > 0 or f.support = 'withdrawn')
        and (%(predicate)s::text is null or f.predicate = %(predicate)s)
        and (f.valid is null or f.valid && tstzrange(%(first)s, %(last)s, '[]'))
        and (f.said is null or f.said && tstzrange(%(first)s, %(last)s, '[]'))
        and f.fact_id in (
            select l.fact_id
            from fact_entities l
            where l.tenant_id = %(tenant_id)s and l.entity_id = any(%(entity_ids)s) and l.role = any(%(roles)s)
        )
        and (%(other_ids)s::uuid[] is null or f.object_entity_id = any(%(other_ids)s))
) held
where %(after_weight)s::bigint is null
    or (-weight, ingested_at, fact_id) > (-%(after_weight)s::bigint, %(after_time)s::timestamptz, %(after_id)s::uuid)
order by weight desc, ingested_at, fact_id
limit %(most)s;

-- facts_of_as_of :many
-- The same as it was believed then. The order counts the documents of then, deleted since or not: so it is
-- the same on every page.
with held as materialized (
    select f.fact_id, f.kind, f.label, f.ingested_at, lower(r.valid) as valid_from, upper(r.valid) as valid_until,
        r.valid_precision, r.contradiction_group, r.support
    from facts f
    join fact_revisions r on r.tenant_id = f.tenant_id and r.fact_id = f.fact_id
    where f.tenant_id = %(tenant_id)s and f.kind = %(kind)s and f.scope_id = any(%(scope_ids)s)
        and r.believed @> %(believed_at)s::timestamptz
        and (%(predicate)s::text is null or f.predicate = %(predicate)s)
        and (r.valid is null or r.valid && tstzrange(%(first)s, %(last)s, '[]'))
        and (r.said is null or r.said && tstzrange(%(first)s, %(last)s, '[]'))
        and f.fact_id in (
            select l.fact_id
            from fact_entities l
            where l.tenant_id = %(tenant_id)s and l.entity_id = any(%(entity_ids)s) and l.role = any(%(roles)s)
        )
        and (%(other_ids)s::uuid[] is null or f.object_entity_id = any(%(other_ids)s))
), counted as materialized (
    select h.fact_id, count(distinct e.doc_id) filter (where d.deleted_at is null) as documents,
        count(distinct e.doc_id) as ever
    from held h
    join fact_evidence e on e.tenant_id = %(tenant_id)s and e.fact_id = h.fact_id and e.stance = 'supports'
    join claim_currency y on y.tenant_id = e.tenant_id and y.claim_id = e.claim_id
    join documents d on d.tenant_id = e.tenant_id and d.doc_id = e.doc_id
    where e.linked @> %(believed_at)s::timestamptz and y.during @> %(believed_at)s::timestamptz
    group by h.fact_id
)
select fact_id, kind, label, evidence_count, valid_from, valid_until, valid_precision, ingested_at,
    invalidated_at, contradiction_group, support, weight, total
from (
    select h.fact_id, h.kind, h.label, coalesce(n.documents, 0) as evidence_count, h.valid_from, h.valid_until,
        h.valid_precision, h.ingested_at, null::timestamptz as invalidated_at, h.contradiction_group, h.support,
        coalesce(n.ever, 0) as weight, count(*) over () as total
    from held h
    left join counted n on n.fact_id = h.fact_id
    where coalesce(n.documents, 0) > 0 or h.support = 'withdrawn'
) shown
where %(after_weight)s::bigint is null
    or (-weight, ingested_at, fact_id) > (-%(after_weight)s::bigint, %(after_time)s::timestamptz, %(after_id)s::uuid)
order by weight desc, ingested_at, fact_id
limit %(most)s;

-- relations :many
-- A page of the relations of anybody that hold for the time asked about, best supported first.
select fact_id, kind, label, evidence_count, valid_from, valid_until, valid_precision, ingested_at,
    invalidated_at, contradiction_group, support, weight, total
from (
    select f.fact_id, f.kind, f.label, f.evidence_count, lower(f.valid) as valid_from,
        upper(f.valid) as valid_until, f.valid_precision, f.ingested_at, f.invalidated_at,
        f.contradiction_group, f.support, f.evidence_count as weight, count(*) over () as total
    from facts f
    where f.tenant_id = %(tenant_id)s and f.kind = 'relation' and f.scope_id = any(%(scope_ids)s)
        and f.invalidated_at is null and f.merged_into is null
        and (f.evidence_count > 0 or f.support = 'withdrawn')
        and (%(predicate)s::text is null or f.predicate = %(predicate)s)
        and (f.valid is null or f.valid && tstzrange(%(first)s, %(last)s, '[]'))
        and (f.said is null or f.said && tstzrange(%(first)s, %(last)s, '[]'))
) held
where %(after_weight)s::bigint is null
    or (-weight, ingested_at, fact_id) > (-%(after_weight)s::bigint, %(after_time)s::timestamptz, %(after_id)s::uuid)
order by weight desc, ingested_at, fact_id
limit %(most)s;

-- relations_as_of :many
-- The same as it was believed then.
select fact_id, kind, label, evidence_count, valid_from, valid_until, valid_precision, ingested_at,
    invalidated_at, contradiction_group, support, weight, total
from (
    select f.fact_id, f.kind, f.label, n.documents as evidence_count, lower(r.valid) as valid_from,
        upper(r.valid) as valid_until, r.valid_precision, f.ingested_at, null::timestamptz as invalidated_at,
        r.contradiction_group, r.support, n.ever as weight, count(*) over () as total
    from facts f
    join fact_revisions r on r.tenant_id = f.tenant_id and r.fact_id = f.fact_id
    cross join lateral (
        select count(distinct e.doc_id) filter (where d.deleted_at is null) as documents,
            count(distinct e.doc_id) as ever
        from fact_evidence e
        join claim_currency y on y.tenant_id = e.tenant_id and y.claim_id = e.claim_id
        join documents d on d.tenant_id = e.tenant_id and d.doc_id = e.doc_id
        where e.tenant_id = f.tenant_id and e.fact_id = f.fact_id and e.stance = 'supports'
            and e.linked @> %(believed_at)s::timestamptz and y.during @> %(believed_at)s::timestamptz
    ) n
    where f.tenant_id = %(tenant_id)s and f.kind = 'relation' and f.scope_id = any(%(scope_ids)s)
        and r.believed @> %(believed_at)s::timestamptz and (n.documents > 0 or r.support = 'withdrawn')
        and (%(predicate)s::text is null or f.predicate = %(predicate)s)
        and (r.valid is null or r.valid && tstzrange(%(first)s, %(last)s, '[]'))
        and (r.said is null or r.said && tstzrange(%(first)s, %(last)s, '[]'))
) held
where %(after_weight)s::bigint is null
    or (-weight, ingested_at, fact_id) > (-%(after_weight)s::bigint, %(after_time)s::timestamptz, %(after_id)s::uuid)
order by weight desc, ingested_at, fact_id
limit %(most)s;
