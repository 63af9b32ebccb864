-- reached :many
-- The facts that touch these entities and hold for the time asked about; `coverage` counts the anchors
-- among the entities that are the fact's subject or object.
select l.fact_id, count(distinct a.survivor_id) filter (where a.hops = 0 and l.role <> 'mentioned') as coverage
from unnest(%(entity_ids)s::uuid[], %(survivor_ids)s::uuid[], %(hops)s::integer[]) a (entity_id, survivor_id, hops)
join fact_entities l on l.tenant_id = %(tenant_id)s and l.entity_id = a.entity_id
join facts f on f.tenant_id = l.tenant_id and f.fact_id = l.fact_id
where f.tenant_id = %(tenant_id)s and f.scope_id = any(%(scope_ids)s) and f.invalidated_at is null
    and (f.valid is null or f.valid && tstzrange(%(first)s, %(last)s, '[]'))
    and (f.said is null or f.said && tstzrange(%(first)s, %(last)s, '[]'))
group by l.fact_id;

-- reached_as_of :many
-- The same as it was believed then.
select l.fact_id, count(distinct a.survivor_id) filter (where a.hops = 0 and l.role <> 'mentioned') as coverage
from unnest(%(entity_ids)s::uuid[], %(survivor_ids)s::uuid[], %(hops)s::integer[]) a (entity_id, survivor_id, hops)
join fact_entities l on l.tenant_id = %(tenant_id)s and l.entity_id = a.entity_id
join facts f on f.tenant_id = l.tenant_id and f.fact_id = l.fact_id
join fact_revisions r on r.tenant_id = f.tenant_id and r.fact_id = f.fact_id
where f.tenant_id = %(tenant_id)s and f.scope_id = any(%(scope_ids)s)
    and r.believed @> %(believed_at)s::timestamptz
    and (r.valid is null or r.valid && tstzrange(%(first)s, %(last)s, '[]'))
    and (r.said is null or r.said && tstzrange(%(first)s, %(last)s, '[]'))
group by l.fact_id;

-- neighbours :many
-- Who stands at the other end of a relation that holds for the time asked about, best supported first.
select s.survivor_id
from unnest(%(entity_ids)s::uuid[]) a (entity_id)
join fact_entities l on l.tenant_id = %(tenant_id)s and l.entity_id = a.entity_id and l.role <> 'mentioned'
join facts f on f.tenant_id = l.tenant_id and f.fact_id = l.fact_id
join entity_survivors s
    on s.tenant_id = f.tenant_id
    and s.entity_id = case l.role when 'subject' then f.object_entity_id else f.subject_entity_id end
where f.tenant_id = %(tenant_id)s and f.scope_id = any(%(scope_ids)s) and f.invalidated_at is null
    and f.kind = 'relation' and (f.evidence_count > 0 or f.support = 'withdrawn')
    and (%(predicate)s::text is null or f.predicate = %(predicate)s)
    and (f.valid is null or f.valid && tstzrange(%(first)s, %(last)s, '[]'))
    and (f.said is null or f.said && tstzrange(%(first)s, %(last)s, '[]'))
group by s.survivor_id
order by sum(f.evidence_count) desc, s.survivor_id
limit %(most)s;

-- neighbours_as_of :many
-- The same as it was believed then.
select s.survivor_id
from unnest(%(entity_ids)s::uuid[]) a (entity_id)
join fact_entities l on l.tenant_id = %(tenant_id)s and l.entity_id = a.entity_id and l.role <> 'mentioned'
join facts f on f.tenant_id = l.tenant_id and f.fact_id = l.fact_id
join fact_revisions r on r.tenant_id = f.tenant_id and r.fact_id = f.fact_id
join entity_survivors s
    on s.tenant_id = f.tenant_id
    and s.entity_id = case l.role when 'subject' then f.object_entity_id else f.subject_entity_id end
where f.tenant_id = %(tenant_id)s and f.scope_id = any(%(scope_ids)s) and f.kind = 'relation'
    and r.believed @> %(believed_at)s::timestamptz
    and (%(predicate)s::text is null or f.predicate = %(predicate)s)
    and (r.valid is null or r.valid && tstzrange(%(first)s, %(last)s, '[]'))
    and (r.said is null or r.said && tstzrange(%(first)s, %(last)s, '[]'))
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
where f.tenant_id = %(tenant_id)s and f.scope_id = any(%(scope_ids)s) and f.invalidated_at is null
    and f.kind = 'relation' and (f.evidence_count > 0 or f.support = 'withdrawn')
    and case l.role when 'subject' then f.object_entity_id else f.subject_entity_id end = any(%(other_ids)s)
    and (f.valid is null or f.valid && tstzrange(%(first)s, %(last)s, '[]'))
    and (f.said is null or f.said && tstzrange(%(first)s, %(last)s, '[]'))
group by a.survivor_id;

-- confirm :many
-- Those of these facts that are held now for the time asked about and that something supports.
select f.fact_id, f.kind, f.label, f.evidence_count, lower(f.valid) as valid_from, upper(f.valid) as valid_until,
    f.valid_precision, f.ingested_at, f.invalidated_at, f.contradiction_group, f.support
from facts f
where f.tenant_id = %(tenant_id)s and f.fact_id = any(%(fact_ids)s) and f.scope_id = any(%(scope_ids)s)
    and f.invalidated_at is null and f.merged_into is null
    and (f.evidence_count > 0 or f.support = 'withdrawn')
    and (f.valid is null or f.valid && tstzrange(%(first)s, %(last)s, '[]'))
    and (f.said is null or f.said && tstzrange(%(first)s, %(last)s, '[]'));

-- confirm_as_of :many
-- Those of these facts that were held then for the time asked about, counted as then believed from
-- documents that are still there.
select f.fact_id, f.kind, f.label, coalesce(n.documents, 0) as evidence_count, lower(r.valid) as valid_from,
    upper(r.valid) as valid_until, r.valid_precision, f.ingested_at, null::timestamptz as invalidated_at,
    r.contradiction_group, r.support
from facts f
join fact_revisions r on r.tenant_id = f.tenant_id and r.fact_id = f.fact_id
left join lateral (
    select count(distinct e.doc_id) as documents
    from fact_evidence e
    join claim_currency y on y.tenant_id = e.tenant_id and y.claim_id = e.claim_id
    join documents d on d.tenant_id = e.tenant_id and d.doc_id = e.doc_id
    where e.tenant_id = f.tenant_id and e.fact_id = f.fact_id and e.stance = 'supports'
        and e.linked @> %(believed_at)s::timestamptz and y.during @> %(believed_at)s::timestamptz
        and d.deleted_at is null
) n on true
where f.tenant_id = %(tenant_id)s and f.fact_id = any(%(fact_ids)s) and f.scope_id = any(%(scope_ids)s)
    and r.believed @> %(believed_at)s::timestamptz and (n.documents > 0 or r.support = 'withdrawn')
    and (r.valid is null or r.valid && tstzrange(%(first)s, %(last)s, '[]'))
    and (r.said is null or r.said && tstzrange(%(first)s, %(last)s, '[]'));

-- evidence :many
-- The claims for and against these facts: how many there are of each stance, and the first of them, a
-- document at a time, the latest said first.
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
        where e.tenant_id = %(tenant_id)s and e.fact_id = any(%(fact_ids)s) and upper_inf(e.linked)
            and c.is_current and c.scope_id = any(%(scope_ids)s) and d.deleted_at is null
    ) links
    window stances as (partition by fact_id, stance)
) numbered
where place <= %(most)s
order by fact_id, stance, place;

-- evidence_as_of :many
-- The same as it was believed then, from documents that are still there.
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
        join claim_currency y on y.tenant_id = e.tenant_id and y.claim_id = e.claim_id
        join claims c on c.tenant_id = e.tenant_id and c.claim_id = e.claim_id
        join documents d on d.tenant_id = e.tenant_id and d.doc_id = e.doc_id
        where e.tenant_id = %(tenant_id)s and e.fact_id = any(%(fact_ids)s)
            and e.linked @> %(believed_at)s::timestamptz and y.during @> %(believed_at)s::timestamptz
            and c.scope_id = any(%(scope_ids)s) and d.deleted_at is null
    ) links
    window stances as (partition by fact_id, stance)
) numbered
where place <= %(most)s
order by fact_id, stance, place;

-- co_members :many
-- The facts that are held now in these contradiction groups, best supported first.
select fact_id, label, evidence_count, contradiction_group, valid_from, valid_until, valid_precision,
    ingested_at, invalidated_at, total
from (
    select f.fact_id, f.label, f.evidence_count, f.contradiction_group, lower(f.valid) as valid_from,
        upper(f.valid) as valid_until, f.valid_precision, f.ingested_at, f.invalidated_at,
        count(*) over (partition by f.contradiction_group) as total,
        row_number() over (
            partition by f.contradiction_group order by f.evidence_count desc, f.ingested_at, f.fact_id
        ) as place
    from facts f
    where f.tenant_id = %(tenant_id)s and f.contradiction_group = any(%(group_ids)s)
        and f.scope_id = any(%(scope_ids)s) and f.invalidated_at is null and f.merged_into is null
        and (f.evidence_count > 0 or f.support = 'withdrawn')
) numbered
where place <= %(most)s
order by contradiction_group, place;

-- co_members_as_of :many
-- The same as it was believed then.
select fact_id, label, evidence_count, contradiction_group, valid_from, valid_until, valid_precision,
    ingested_at, invalidated_at, total
from (
    select f.fact_id, f.label, n.documents as evidence_count, r.contradiction_group,
        lower(r.valid) as valid_from, upper(r.valid) as valid_until, r.valid_precision, f.ingested_at,
        null::timestamptz as invalidated_at, count(*) over (partition by r.contradiction_group) as total,
        row_number() over (
            partition by r.contradiction_group order by n.documents desc, f.ingested_at, f.fact_id
        ) as place
    from fact_revisions r
    join facts f on f.tenant_id = r.tenant_id and f.fact_id = r.fact_id
    cross join lateral (
        select count(distinct e.doc_id) as documents
        from fact_evidence e
        join claim_currency y on y.tenant_id = e.tenant_id and y.claim_id = e.claim_id
        join documents d on d.tenant_id = e.tenant_id and d.doc_id = e.doc_id
        where e.tenant_id = f.tenant_id and e.fact_id = f.fact_id and e.stance = 'supports'
            and e.linked @> %(believed_at)s::timestamptz and y.during @> %(believed_at)s::timestamptz
            and d.deleted_at is null
    ) n
    where r.tenant_id = %(tenant_id)s and r.contradiction_group = any(%(group_ids)s)
        and r.believed @> %(believed_at)s::timestamptz and f.scope_id = any(%(scope_ids)s)
        and (n.documents > 0 or r.support = 'withdrawn')
) numbered
where place <= %(most)s
order by contradiction_group, place;

-- standing :many
-- What belief says of these claims at an instant of the world: whether a fact that they support stands, as
-- one does that is not over by then and every event, and which contradictions they are a side of.
select e.claim_id,
    bool_or(
        f.invalidated_at is null and f.merged_into is null and (
            (coalesce(upper(f.valid) > %(instant)s, true) and coalesce(upper(f.said) > %(instant)s, true))
            or exists (
                select from assertions a
                where a.tenant_id = e.tenant_id and a.claim_id = e.claim_id and a.effect = 'happens'
            )
        )
    ) as stands,
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
    bool_or(
        r.fact_id is not null and (
            (coalesce(upper(r.valid) > %(instant)s, true) and coalesce(upper(r.said) > %(instant)s, true))
            or exists (
                select from assertions a
                where a.tenant_id = e.tenant_id and a.claim_id = e.claim_id and a.effect = 'happens'
            )
        )
    ) as stands,
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
