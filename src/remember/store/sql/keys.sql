-- assertions_about :many
-- What claims assert of these entities, at either end.
select a.claim_id, a.ordinal, a.scope_id, a.subject_entity_id, a.subject_key, a.predicate, a.object_entity_id,
    a.value_key, a.polarity, a.effect, a.valid_from, a.valid_until, a.valid_precision, a.fact_key, a.slot_key
from (
    select distinct claim_id
    from mentions
    where tenant_id = %(tenant_id)s and entity_id = any(%(entity_ids)s)
) m
join assertions a on a.tenant_id = %(tenant_id)s and a.claim_id = m.claim_id
where a.subject_entity_id = any(%(entity_ids)s) or a.object_entity_id = any(%(entity_ids)s)
order by a.claim_id, a.ordinal;

-- assertions_of :many
-- What some claims assert of these entities, at either end.
select a.claim_id, a.ordinal, a.scope_id, a.subject_entity_id, a.subject_key, a.predicate, a.object_entity_id,
    a.value_key, a.polarity, a.effect, a.valid_from, a.valid_until, a.valid_precision, a.fact_key, a.slot_key
from assertions a
where a.tenant_id = %(tenant_id)s and a.claim_id = any(%(claim_ids)s)
    and (a.subject_entity_id = any(%(entity_ids)s) or a.object_entity_id = any(%(entity_ids)s))
order by a.claim_id, a.ordinal;

-- assertions_in :many
-- Everything that was ever asserted in these slots, whether it counts today or not.
select a.claim_id, a.ordinal, a.scope_id, a.subject_entity_id, a.subject_key, a.predicate, a.object_entity_id,
    a.value_key, a.polarity, a.effect, a.valid_from, a.valid_until, a.valid_precision, a.fact_key, a.slot_key
from assertions a
where a.tenant_id = %(tenant_id)s and a.slot_key = any(%(slot_keys)s)
order by a.claim_id, a.ordinal;

-- facts_in :many
-- The facts of these slots that are held, that became one with others and may come back, or that a person
-- retracted.
select fact_id, subject_entity_id, subject_key, predicate, object_entity_id, value_key, fact_key, slot_key,
    invalidated_at is null as is_held
from facts
where tenant_id = %(tenant_id)s and slot_key = any(%(slot_keys)s)
    and (
        invalidated_at is null or merged_into is not null
        or fact_id in (
            select t.fact_id
            from retractions t
            where t.tenant_id = %(tenant_id)s and t.fact_id is not null and t.restored_at is null
        )
    )
order by fact_id;

-- speaking_for :many
-- Which claims speak for these facts.
select fact_id, claim_id
from fact_evidence
where tenant_id = %(tenant_id)s and fact_id = any(%(fact_ids)s) and stance = 'supports' and upper_inf(linked);

-- set_on_assertions :none
-- Write the ends and keys of assertions anew.
update assertions a
set subject_entity_id = k.subject_entity_id, subject_key = k.subject_key, object_entity_id = k.object_entity_id,
    value_key = k.value_key, fact_key = k.fact_key, slot_key = k.slot_key
from unnest(
    %(claim_ids)s::uuid[], %(ordinals)s::integer[], %(subject_ids)s::uuid[], %(subject_keys)s::text[],
    %(object_ids)s::uuid[], %(value_keys)s::text[], %(fact_keys)s::uuid[], %(slot_keys)s::uuid[]
) k (claim_id, ordinal, subject_entity_id, subject_key, object_entity_id, value_key, fact_key, slot_key)
where a.tenant_id = %(tenant_id)s and a.claim_id = k.claim_id and a.ordinal = k.ordinal;

-- set_on_facts :none
-- Write the ends and keys of facts anew; their newest revisions are to follow.
update facts f
set subject_entity_id = k.subject_entity_id, subject_key = k.subject_key, object_entity_id = k.object_entity_id,
    value_key = k.value_key, fact_key = k.fact_key, slot_key = k.slot_key
from unnest(
    %(fact_ids)s::uuid[], %(subject_ids)s::uuid[], %(subject_keys)s::text[], %(object_ids)s::uuid[],
    %(value_keys)s::text[], %(fact_keys)s::uuid[], %(slot_keys)s::uuid[]
) k (fact_id, subject_entity_id, subject_key, object_entity_id, value_key, fact_key, slot_key)
where f.tenant_id = %(tenant_id)s and f.fact_id = k.fact_id;

-- facts_of_claims :many
-- The facts that these claims speak for.
select distinct fact_id
from fact_evidence
where tenant_id = %(tenant_id)s and claim_id = any(%(claim_ids)s) and stance = 'supports' and upper_inf(linked);

-- unreach :none
-- Facts that are held are reached no more from these entities (from any, where none are given) where those
-- are none of their ends and nothing that speaks for them mentions them.
delete from fact_entities l
using facts f
where l.tenant_id = %(tenant_id)s and l.fact_id = any(%(fact_ids)s)
    and (%(entity_ids)s::uuid[] is null or l.entity_id = any(%(entity_ids)s))
    and f.tenant_id = l.tenant_id and f.fact_id = l.fact_id and f.invalidated_at is null
    and case l.role
        when 'subject' then f.subject_entity_id is distinct from l.entity_id
        when 'object' then f.object_entity_id is distinct from l.entity_id
        else not exists (
            select
            from fact_evidence e
            join mentions m on m.tenant_id = e.tenant_id and m.claim_id = e.claim_id
            where e.tenant_id = l.tenant_id and e.fact_id = l.fact_id and e.stance = 'supports'
                and upper_inf(e.linked) and m.entity_id = l.entity_id
        )
    end;
