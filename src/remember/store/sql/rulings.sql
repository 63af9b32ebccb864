-- add :none
-- Two values of a slot were compared; the first ruling stays.
insert into rulings (tenant_id, slot_key, one_value, other_value, are_same, judged_by, doc_id)
values (
    %(tenant_id)s, %(slot_key)s, %(one_value)s, %(other_value)s, %(are_same)s, %(judged_by)s, %(doc_id)s
)
on conflict do nothing;

-- in_slots :many
-- What was ruled about the values of some slots.
select slot_key, one_value, other_value, are_same
from rulings
where tenant_id = %(tenant_id)s and slot_key = any(%(slot_keys)s)
order by slot_key, one_value, other_value;
