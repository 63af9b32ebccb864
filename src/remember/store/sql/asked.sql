-- said_by_facts :many
-- What those of these facts that have one of these entities at an end say, and whether another is at the other end.
select fact_id as item_id, predicate,
    coalesce(
        subject_entity_id <> object_entity_id and subject_entity_id = any(%(entity_ids)s)
            and object_entity_id = any(%(entity_ids)s),
        false
    ) as joins
from facts
where tenant_id = %(tenant_id)s and scope_id = any(%(scope_ids)s) and fact_id = any(%(item_ids)s)
    and (subject_entity_id = any(%(entity_ids)s) or object_entity_id = any(%(entity_ids)s));

-- said_by_claims :many
-- The same of what claims assert.
select claim_id as item_id, predicate,
    coalesce(
        subject_entity_id <> object_entity_id and subject_entity_id = any(%(entity_ids)s)
            and object_entity_id = any(%(entity_ids)s),
        false
    ) as joins
from assertions
where tenant_id = %(tenant_id)s and scope_id = any(%(scope_ids)s) and claim_id = any(%(item_ids)s)
    and (subject_entity_id = any(%(entity_ids)s) or object_entity_id = any(%(entity_ids)s));
