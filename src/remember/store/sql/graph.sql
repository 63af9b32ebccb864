-- near :macro
-- The facts that have one of these entities, or whom it absorbed, at an end: the oldest, one more than are weighed.
select distinct l.fact_id
from entity_survivors s
join fact_entities l on l.tenant_id = s.tenant_id and l.entity_id = s.entity_id and l.role <> 'mentioned'
where s.tenant_id = %(tenant_id)s and s.survivor_id = any(%(node_ids)s)
order by l.fact_id
limit %(weighed)s + 1

-- best(edges) :macro
-- The best supported of these edges; one row without an edge, where there is none. `is_all`: nothing was left out.
select e.edge_id, e.subject_id, e.object_id, e.predicate, e.weight,
    (select count(*) from near) <= %(weighed)s as is_all
from (select) one
left join (
    select *
    from $edges
    order by weight desc, edge_id
    limit %(most)s
) e on true
order by e.weight desc, e.edge_id

-- wanted(fact) :macro
-- Whether a fact is a relation that the reader may see, of a predicate asked for, and no edge that is known.
(
    $fact.tenant_id = %(tenant_id)s and $fact.kind = 'relation' and $fact.scope_id = any(%(scope_ids)s)
    and (%(predicates)s::text[] is null or $fact.predicate = any(%(predicates)s))
    and $fact.fact_id <> all(%(known)s)
)

-- relations :many
-- The relations that hold for the time asked about and have one of these entities at an end, best supported
-- first; an end that was merged is shown as whom it answers as.
with near as materialized ($near), edges as (
    select f.fact_id as edge_id, a.survivor_id as subject_id, b.survivor_id as object_id, f.predicate,
        f.evidence_count as weight
    from (select fact_id from near order by fact_id limit %(weighed)s) n
    join facts f on f.tenant_id = %(tenant_id)s and f.fact_id = n.fact_id
    join entity_survivors a on a.tenant_id = f.tenant_id and a.entity_id = f.subject_entity_id
    join entity_survivors b on b.tenant_id = f.tenant_id and b.entity_id = f.object_entity_id
    where $wanted(f) and $held(f) and $when_asked(f)
)
$best(edges);

-- relations_as_of :many
-- The same as it was believed then. The order counts the documents of then, deleted since or not: so it is
-- the same on every page.
with near as materialized ($near), held as materialized (
    select f.fact_id, f.subject_entity_id, f.object_entity_id, f.predicate, r.support,
        case when $is_count_of_then(f) then f.evidence_count end as documents
    from (select fact_id from near order by fact_id limit %(weighed)s) n
    join facts f on f.tenant_id = %(tenant_id)s and f.fact_id = n.fact_id
    cross join $revision_then(f) r
    where $wanted(f) and $when_asked(r)
), counted as materialized ($counted_then), edges as (
    select h.fact_id as edge_id, a.survivor_id as subject_id, b.survivor_id as object_id, h.predicate,
        coalesce(h.documents, n.ever, 0) as weight
    from held h
    left join counted n on n.fact_id = h.fact_id
    join entity_survivors a on a.tenant_id = %(tenant_id)s and a.entity_id = h.subject_entity_id
    join entity_survivors b on b.tenant_id = %(tenant_id)s and b.entity_id = h.object_entity_id
    where coalesce(h.documents, n.documents, 0) > 0 or h.support = 'withdrawn'
)
$best(edges);

-- allow :none
-- How long each of the next statements of this read may take.
select set_config('statement_timeout', %(milliseconds)s::text, true);
