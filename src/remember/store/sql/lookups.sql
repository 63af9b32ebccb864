-- facts_of :many
-- A page of the facts of one kind that hold for the time asked about and have one of these entities at one of
-- these ends (and, where `other_ids` are given, one of them at the other), best supported first.
select $listed
from (
    select $as_held(f), f.evidence_count as weight, count(*) over () as total
    from facts f
    where f.tenant_id = %(tenant_id)s and f.kind = %(kind)s and f.scope_id = any(%(scope_ids)s)
        and $held(f) and $when_asked(f) and (%(predicate)s::text is null or f.predicate = %(predicate)s)
        and f.fact_id in ($of_entities(= any(%(roles)s)))
        and (%(other_ids)s::uuid[] is null or f.object_entity_id = any(%(other_ids)s))
) held
$best_supported_first;

-- facts_of_as_of :many
-- The same as it was believed then. The order counts the documents of then, deleted since or not: so it is
-- the same on every page.
with held as materialized (
    select f.fact_id, f.kind, f.label, f.ingested_at, lower(r.valid) as valid_from, upper(r.valid) as valid_until,
        r.valid_precision, r.contradiction_group, r.support,
        case when $is_count_of_then(f) then f.evidence_count end as documents
    from facts f
    cross join $revision_then(f) r
    where f.tenant_id = %(tenant_id)s and f.kind = %(kind)s and f.scope_id = any(%(scope_ids)s) and $when_asked(r)
        and (%(predicate)s::text is null or f.predicate = %(predicate)s)
        and f.fact_id in ($of_entities(= any(%(roles)s)))
        and (%(other_ids)s::uuid[] is null or f.object_entity_id = any(%(other_ids)s))
), counted as materialized ($counted_then)
select $listed
from (
    select h.fact_id, h.kind, h.label, coalesce(h.documents, n.documents, 0) as evidence_count, h.valid_from,
        h.valid_until, h.valid_precision, h.ingested_at, null::timestamptz as invalidated_at,
        h.contradiction_group, h.support, coalesce(h.documents, n.ever, 0) as weight, count(*) over () as total
    from held h
    left join counted n on n.fact_id = h.fact_id
    where coalesce(h.documents, n.documents, 0) > 0 or h.support = 'withdrawn'
) shown
$best_supported_first;

-- relations :many
-- A page of the relations of anybody that hold for the time asked about, best supported first.
select $listed
from (
    select $as_held(f), f.evidence_count as weight, count(*) over () as total
    from facts f
    where f.tenant_id = %(tenant_id)s and f.kind = 'relation' and f.scope_id = any(%(scope_ids)s)
        and $held(f) and $when_asked(f) and (%(predicate)s::text is null or f.predicate = %(predicate)s)
) held
$best_supported_first;

-- relations_as_of :many
-- The same as it was believed then.
select $listed
from (
    select $as_believed(n.documents), n.ever as weight, count(*) over () as total
    from facts f
    cross join $revision_then(f) r
    cross join $documents_then(f) n
    where f.tenant_id = %(tenant_id)s and f.kind = 'relation' and f.scope_id = any(%(scope_ids)s)
        and (n.documents > 0 or r.support = 'withdrawn') and $when_asked(r)
        and (%(predicate)s::text is null or f.predicate = %(predicate)s)
) held
$best_supported_first;
