-- add :none
-- What a claim asserts, with its place among the assertions of others.
insert into assertions (
    tenant_id, claim_id, ordinal, doc_id, scope_id, kind, subject_entity_id, subject_key, predicate,
    object_entity_id, value_key, polarity, effect, valid_from, valid_until, valid_precision, asserted_at,
    char_start, label, fact_key, slot_key, supposed
)
values (
    %(tenant_id)s, %(claim_id)s, %(ordinal)s, %(doc_id)s, %(scope_id)s, %(kind)s, %(subject_entity_id)s,
    %(subject_key)s, %(predicate)s, %(object_entity_id)s, %(value_key)s, %(polarity)s, %(effect)s,
    %(valid_from)s, %(valid_until)s, %(valid_precision)s, %(asserted_at)s, %(char_start)s, %(label)s,
    %(fact_key)s, %(slot_key)s, %(supposed)s
);

-- slots_of_version :many
-- The next slots that claims first read in this version speak about.
select distinct a.slot_key, a.subject_key, a.predicate
from assertions a
join claims c on c.tenant_id = a.tenant_id and c.claim_id = a.claim_id
where a.tenant_id = %(tenant_id)s and a.doc_id = %(doc_id)s and c.version_id = %(version_id)s
    and (%(after_slot)s::uuid is null or (a.subject_key, a.slot_key) > (%(after_subject)s::text, %(after_slot)s::uuid))
order by a.subject_key, a.slot_key
limit %(most)s;

-- slots_of_claims :many
-- The slots that these claims speak about.
select distinct slot_key, subject_key, predicate
from assertions
where tenant_id = %(tenant_id)s and claim_id = any(%(claim_ids)s)
order by subject_key, slot_key;

-- in_slots :many
-- Everything that current claims of documents that are not deleted assert in these slots.
select a.claim_id, a.ordinal, a.doc_id, a.kind, a.subject_entity_id, a.subject_key, a.predicate,
    a.object_entity_id, a.value_key, a.polarity, a.effect, a.valid_from, a.valid_until, a.valid_precision,
    a.asserted_at, a.char_start, a.label, a.fact_key, a.slot_key, a.supposed, a.scope_id, c.claim_text,
    coalesce(one.trust, every.trust, 'asserted') as trust
from assertions a
join claims c on c.tenant_id = a.tenant_id and c.claim_id = a.claim_id
join documents d on d.tenant_id = a.tenant_id and d.doc_id = a.doc_id
left join source_trusts one
    on one.tenant_id = d.tenant_id and one.scope_id = d.scope_id and one.source_kind = d.source_kind
    and one.source_ref = d.source_ref and one.replaced_by is null
left join source_trusts every
    on every.tenant_id = d.tenant_id and every.scope_id = d.scope_id and every.source_kind = d.source_kind
    and every.source_ref = '' and every.replaced_by is null
where a.tenant_id = %(tenant_id)s and a.slot_key = any(%(slot_keys)s) and c.is_current and d.deleted_at is null
order by a.slot_key, a.claim_id, a.ordinal;

-- of_moves_beside :many
-- The slots for which a move of the subject of one of these slots is supposed.
select distinct m.slot_key, m.subject_key, m.predicate
from (
    select distinct scope_id, subject_key
    from assertions
    where tenant_id = %(tenant_id)s and slot_key = any(%(slot_keys)s)
) s
join assertions m
    on m.tenant_id = %(tenant_id)s and m.scope_id = s.scope_id and m.subject_key = s.subject_key
where m.supposed is not null
order by m.subject_key, m.slot_key;
