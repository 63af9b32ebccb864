-- touching :macro
-- The facts that touch some entities; `coverage` counts the anchors among those that are its subject or object.
select l.fact_id, count(distinct a.survivor_id) filter (where a.hops = 0 and l.role <> 'mentioned') as coverage
from unnest(%(entity_ids)s::uuid[], %(survivor_ids)s::uuid[], %(hops)s::integer[]) a (entity_id, survivor_id, hops)
join fact_entities l on l.tenant_id = %(tenant_id)s and l.entity_id = a.entity_id
join facts f on f.tenant_id = l.tenant_id and f.fact_id = l.fact_id

-- other_ends :macro
-- The facts that have some entities at an end, with who stands at the other.
unnest(%(entity_ids)s::uuid[]) a (entity_id)
join fact_entities l on l.tenant_id = %(tenant_id)s and l.entity_id = a.entity_id and l.role <> 'mentioned'
join facts f on f.tenant_id = l.tenant_id and f.fact_id = l.fact_id
join entity_survivors s
    on s.tenant_id = f.tenant_id
    and s.entity_id = case l.role when 'subject' then f.object_entity_id else f.subject_entity_id end

-- reached :many
-- The facts that touch these entities and hold for the time asked about; `coverage` counts the anchors
-- among the entities that are the fact's subject or object.
$touching
where f.tenant_id = %(tenant_id)s and f.scope_id = any(%(scope_ids)s) and f.invalidated_at is null
    and $when_asked(f)
group by l.fact_id;

-- reached_as_of :many
-- The same as it was believed then.
$touching
cross join $revision_then(f) r
where f.tenant_id = %(tenant_id)s and f.scope_id = any(%(scope_ids)s) and $when_asked(r)
group by l.fact_id;

-- neighbours :many
-- Who stands at the other end of a relation that holds for the time asked about, best supported first.
select s.survivor_id
from $other_ends
where f.tenant_id = %(tenant_id)s and f.scope_id = any(%(scope_ids)s) and f.kind = 'relation' and $held(f)
    and $when_asked(f) and (%(predicate)s::text is null or f.predicate = %(predicate)s)
group by s.survivor_id
order by sum(f.evidence_count) desc, s.survivor_id
limit %(most)s;

-- neighbours_as_of :many
-- The same as it was believed then.
select s.survivor_id
from $other_ends
cross join $revision_then(f) r
where f.tenant_id = %(tenant_id)s and f.scope_id = any(%(scope_ids)s) and f.kind = 'relation' and $when_asked(r)
    and (%(predicate)s::text is null or f.predicate = %(predicate)s)
group by s.survivor_id
order by count(*) desc, s.survivor_id
limit %(most)s;

-- about :many
-- Which of these facts have one of these survivors at an end.
select distinct s.survivor_id as entity_id, f.fact_id
from facts f
join fact_entities l on l.tenant_id = f.tenant_id and l.fact_id = f.fact_id and l.role <> 'mentioned'
join entity_survivors s on s.tenant_id = l.tenant_id and s.entity_id = l.entity_id
where f.tenant_id = %(tenant_id)s and f.scope_id = any(%(scope_ids)s) and f.fact_id = any(%(fact_ids)s)
    and s.survivor_id = any(%(entity_ids)s);

-- joined :many
-- How many relations that hold now join each of these survivors with one of the other entities.
select a.survivor_id as entity_id, count(distinct f.fact_id) as hits
from unnest(%(entity_ids)s::uuid[], %(survivor_ids)s::uuid[]) a (entity_id, survivor_id)
join fact_entities l on l.tenant_id = %(tenant_id)s and l.entity_id = a.entity_id and l.role <> 'mentioned'
join facts f on f.tenant_id = l.tenant_id and f.fact_id = l.fact_id
where f.tenant_id = %(tenant_id)s and f.scope_id = any(%(scope_ids)s) and f.kind = 'relation' and $held(f)
    and case l.role when 'subject' then f.object_entity_id else f.subject_entity_id end = any(%(other_ids)s)
    and $when_asked(f)
group by a.survivor_id;

-- confirm :many
-- Those of these facts that are held now for the time asked about and that something supports.
select $as_held(f)
from facts f
where f.tenant_id = %(tenant_id)s and f.fact_id = any(%(fact_ids)s) and f.scope_id = any(%(scope_ids)s)
    and $held(f) and $when_asked(f);

-- confirm_as_of :many
-- Those of these facts that were held then for the time asked about, counted as then believed from
-- documents that are still there.
select $as_believed(n.documents)
from facts f
cross join $revision_then(f) r
cross join $documents_then(f) n
where f.tenant_id = %(tenant_id)s and f.fact_id = any(%(fact_ids)s) and f.scope_id = any(%(scope_ids)s)
    and (n.documents > 0 or r.support = 'withdrawn') and $when_asked(r);

-- first_claims(counting) :macro
-- The claims for and against some facts: how many there are of each stance, and the first of them, a document at
-- a time, the latest said first. Which of them count is said where it is named.
select fact_id, stance, claim_id, total
from (
    select fact_id, stance, claim_id, count(*) over stances as total,
        row_number() over (
            partition by fact_id, stance order by nth_of_document, asserted_at desc nulls last, claim_id
        ) as place
    from (
        select e.fact_id, e.stance, e.claim_id, c.asserted_at,
            row_number() over (
                partition by e.fact_id, e.stance, e.doc_id order by c.asserted_at desc nulls last, c.claim_id
            ) as nth_of_document
        from fact_evidence e
        join claims c on c.tenant_id = e.tenant_id and c.claim_id = e.claim_id
        join documents d on d.tenant_id = e.tenant_id and d.doc_id = e.doc_id
        $counting and e.tenant_id = %(tenant_id)s and e.fact_id = any(%(fact_ids)s)
            and c.scope_id = any(%(scope_ids)s) and d.deleted_at is null
    ) links
    window stances as (partition by fact_id, stance)
) numbered
where place <= %(most)s
order by fact_id, stance, place

-- evidence :many
-- The claims for and against these facts.
$first_claims(where upper_inf(e.linked) and c.is_current);

-- evidence_as_of :many
-- The same as it was believed then, from documents that are still there.
$first_claims(
    join claim_currency y on y.tenant_id = e.tenant_id and y.claim_id = e.claim_id
    where e.linked @> %(believed_at)s::timestamptz and y.during @> %(believed_at)s::timestamptz
);

-- first_sides :macro
-- Of the facts `members` of contradictions, the first of each, best supported first.
select fact_id, label, evidence_count, contradiction_group, valid_from, valid_until, valid_precision,
    ingested_at, invalidated_at, total
from (
    select m.*, count(*) over (partition by m.contradiction_group) as total,
        row_number() over (
            partition by m.contradiction_group order by m.evidence_count desc, m.ingested_at, m.fact_id
        ) as place
    from members m
) numbered
where place <= %(most)s
order by contradiction_group, place

-- co_members :many
-- The facts that are held now in these contradiction groups, best supported first.
with members as (
    select $as_held(f)
    from facts f
    where f.tenant_id = %(tenant_id)s and f.contradiction_group = any(%(group_ids)s)
        and f.scope_id = any(%(scope_ids)s) and $held(f)
)
$first_sides;

-- co_members_as_of :many
-- The same as it was believed then.
with members as (
    select $as_believed(n.documents)
    from fact_revisions r
    join facts f on f.tenant_id = r.tenant_id and f.fact_id = r.fact_id
    cross join $documents_then(f) n
    where r.tenant_id = %(tenant_id)s and r.contradiction_group = any(%(group_ids)s)
        and r.believed @> %(believed_at)s::timestamptz and f.scope_id = any(%(scope_ids)s)
        and (n.documents > 0 or r.support = 'withdrawn')
)
$first_sides;

-- stands(row, held) :macro
-- Whether one of the facts that a claim supports is held and not over at an instant of the world, as no event is.
bool_or(
    $held and (
        (coalesce(upper($row.valid) > %(instant)s, true) and coalesce(upper($row.said) > %(instant)s, true))
        or exists (
            select from assertions a
            where a.tenant_id = e.tenant_id and a.claim_id = e.claim_id and a.effect = 'happens'
        )
    )
) as stands

-- standing :many
-- What belief says of these claims at an instant of the world: whether a fact that they support stands, as
-- one does that is not over by then and every event, and which contradictions they are a side of.
select e.claim_id,
    $stands(f, f.invalidated_at is null and f.merged_into is null),
    coalesce(
        array_agg(distinct f.contradiction_group)
            filter (where f.contradiction_group is not null and f.invalidated_at is null),
        '{}'
    ) as group_ids
from fact_evidence e
join facts f on f.tenant_id = e.tenant_id and f.fact_id = e.fact_id
where e.tenant_id = %(tenant_id)s and e.claim_id = any(%(claim_ids)s) and e.stance = 'supports'
    and upper_inf(e.linked) and f.scope_id = any(%(scope_ids)s)
group by e.claim_id;

-- standing_as_of :many
-- The same as it was believed then.
select e.claim_id,
    $stands(r, r.fact_id is not null),
    coalesce(
        array_agg(distinct r.contradiction_group) filter (where r.contradiction_group is not null), '{}'
    ) as group_ids
from fact_evidence e
join facts f on f.tenant_id = e.tenant_id and f.fact_id = e.fact_id
left join fact_revisions r
    on r.tenant_id = f.tenant_id and r.fact_id = f.fact_id and r.believed @> %(believed_at)s::timestamptz
where e.tenant_id = %(tenant_id)s and e.claim_id = any(%(claim_ids)s) and e.stance = 'supports'
    and e.linked @> %(believed_at)s::timestamptz and f.scope_id = any(%(scope_ids)s)
group by e.claim_id;
