-- speaking(fact_id) :macro
-- The documents that are still there and support a fact with claims that count.
select e.doc_id
from fact_evidence e
join claims c on c.tenant_id = e.tenant_id and c.claim_id = e.claim_id
join documents d on d.tenant_id = e.tenant_id and d.doc_id = e.doc_id
where e.tenant_id = %(tenant_id)s and e.fact_id = $fact_id and e.stance = 'supports' and upper_inf(e.linked)
    and c.is_current and d.deleted_at is null

-- in_turn(fact) :macro
-- Whether a fact is current for some time only because a rival was said before or after it, and nobody dates it.
($fact.valid is null and $fact.said is not null and $fact.polarity and $held($fact))

-- disputed :many
-- Who is the subject of more than one open contradiction between values, or slot in which a value that nobody dates
-- is said again after another, by id, after one of them.
select o.survivor_id
from (
    select s.survivor_id, f.slot_key,
        bool_or(f.contradiction_group is not null)
            or (count(*) > count(distinct f.value_key) and count(distinct f.value_key) > 1) as is_open
    from facts f
    join entity_survivors s on s.tenant_id = f.tenant_id and s.entity_id = f.subject_entity_id
    where f.tenant_id = %(tenant_id)s and f.scope_id = any(%(scope_ids)s)
        and ((f.contradiction_group is not null and f.polarity and $held(f)) or $in_turn(f))
        and (%(after_id)s::uuid is null or s.survivor_id > %(after_id)s)
    group by s.survivor_id, f.slot_key
) o
where o.is_open
group by o.survivor_id
having count(*) > 1
order by o.survivor_id
limit %(most)s;

-- said :many
-- The sides of the contradictions about each of these entities, with who says them, the best supported first.
select s.survivor_id as entity_id, f.contradiction_group as group_id, f.predicate, f.label,
    array($speaking(f.fact_id)) as doc_ids
from entity_survivors s
join facts f on f.tenant_id = s.tenant_id and f.subject_entity_id = s.entity_id
where s.tenant_id = %(tenant_id)s and s.survivor_id = any(%(entity_ids)s) and f.tenant_id = %(tenant_id)s
    and f.scope_id = any(%(scope_ids)s) and f.contradiction_group is not null and f.polarity and $held(f)
order by s.survivor_id, f.predicate, f.evidence_count desc, f.fact_id;

-- returned :many
-- The values of each of these entities that nobody dates, of slots in which one is said again after another, with
-- who says them at any time.
select s.survivor_id as entity_id, f.slot_key as group_id, f.predicate, min(f.label) as label,
    array_agg(distinct d.doc_id) as doc_ids
from entity_survivors s
join facts f on f.tenant_id = s.tenant_id and f.subject_entity_id = s.entity_id
cross join lateral ($speaking(f.fact_id)) d
where s.tenant_id = %(tenant_id)s and s.survivor_id = any(%(entity_ids)s) and f.tenant_id = %(tenant_id)s
    and f.scope_id = any(%(scope_ids)s) and $in_turn(f)
    and (
        select count(*) > count(distinct r.value_key) and count(distinct r.value_key) > 1
        from facts r
        where r.tenant_id = %(tenant_id)s and r.slot_key = f.slot_key and $in_turn(r)
    )
group by s.survivor_id, f.slot_key, f.predicate, f.value_key
order by s.survivor_id, f.predicate, min(lower(f.said)) nulls first, f.value_key;

-- agreed :many
-- The facts about each of these entities that several documents support, by those documents.
select s.survivor_id as entity_id, array($speaking(f.fact_id)) as doc_ids
from entity_survivors s
join fact_entities l on l.tenant_id = s.tenant_id and l.entity_id = s.entity_id and l.role <> 'mentioned'
join facts f on f.tenant_id = l.tenant_id and f.fact_id = l.fact_id
where s.tenant_id = %(tenant_id)s and s.survivor_id = any(%(entity_ids)s) and f.tenant_id = %(tenant_id)s
    and f.scope_id = any(%(scope_ids)s) and f.evidence_count > 1 and $held(f);

-- one :many
-- Documents of which somebody said that they are about one of these entities, once a decision that stands.
select s.survivor_id as entity_id, array_agg(x.doc_id) as doc_ids
from entity_survivors s
join identity_events e on e.tenant_id = s.tenant_id and e.entity_id = s.entity_id
join split_exclusions x on x.tenant_id = e.tenant_id and x.event_id = e.event_id
where s.tenant_id = %(tenant_id)s and s.survivor_id = any(%(entity_ids)s) and e.scope_id = any(%(scope_ids)s)
    and e.kind = 'exclude_split' and e.reversed_by is null
group by s.survivor_id, e.event_id;
