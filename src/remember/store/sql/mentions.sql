-- in_claims_of :many
-- Where entities are mentioned in some documents, and in the claims of some of their mentions.
select m.mention_id, m.claim_id, m.doc_id, m.scope_id, m.surface, m.folded, m.entity_id, e.kind
from mentions m
join entities e on e.tenant_id = m.tenant_id and e.entity_id = m.entity_id
where m.tenant_id = %(tenant_id)s and m.entity_id = any(%(entity_ids)s) and m.scope_id = any(%(scope_ids)s)
    and (
        m.doc_id = any(%(doc_ids)s)
        or m.claim_id in (
            select g.claim_id
            from mentions g
            where g.tenant_id = %(tenant_id)s and g.mention_id = any(%(mention_ids)s)
                and g.entity_id = any(%(entity_ids)s)
        )
    )
order by m.doc_id, m.char_start, m.mention_id;

-- is_named_beside :one
-- Whether anything but these mentions names these entities in a document that is still there.
select exists (
    select
    from mentions m
    join documents d on d.tenant_id = m.tenant_id and d.doc_id = m.doc_id
    where m.tenant_id = %(tenant_id)s and m.entity_id = any(%(entity_ids)s)
        and m.mention_id <> all(%(mention_ids)s) and d.deleted_at is null
);

-- give :none
-- Mentions are of another entity from now on.
update mentions
set entity_id = %(to_id)s, method = %(method)s, reason = %(reason)s, decided_at = clock_timestamp()
where tenant_id = %(tenant_id)s and mention_id = any(%(mention_ids)s);

-- add_move :none
-- Whose a mention was before an event gave it to another.
insert into mention_moves (tenant_id, event_id, mention_id, from_entity_id, to_entity_id)
values (%(tenant_id)s, %(event_id)s, %(mention_id)s, %(from_entity_id)s, %(to_entity_id)s);
