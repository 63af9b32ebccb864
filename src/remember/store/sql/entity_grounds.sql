-- grounds :many
-- Why mentions are taken to be of these entities: each name with each reason, and how many mentions and documents that
-- is, the most first, with how many such lines there are.
select m.surface, m.method, m.reason, m.entity_id, count(*) as mentions, count(distinct m.doc_id) as documents,
    count(*) over () as total
from mentions m
join documents d on d.tenant_id = m.tenant_id and d.doc_id = m.doc_id
where m.tenant_id = %(tenant_id)s and m.entity_id = any(%(entity_ids)s) and m.scope_id = any(%(scope_ids)s)
    and d.deleted_at is null
group by m.surface, m.method, m.reason, m.entity_id
order by count(*) desc, m.surface, m.method, m.reason, m.entity_id
limit %(most)s;

-- mentions :many
-- A page of the mentions of these entities, or of those that are named, in the order in which they were read, with how
-- many there are; each with the entity that it was resolved to and the split that last gave it to that one.
select m.mention_id, m.claim_id, m.doc_id, m.title, m.surface, m.claim_text, m.method, m.reason, m.decided_at,
    m.entity_id, v.event_id as moved_by, m.total
from (
    select n.*, d.title, c.claim_text, count(*) over () as total
    from mentions n
    join documents d on d.tenant_id = n.tenant_id and d.doc_id = n.doc_id
    join claims c on c.tenant_id = n.tenant_id and c.claim_id = n.claim_id
    where n.tenant_id = %(tenant_id)s and n.entity_id = any(%(entity_ids)s) and n.scope_id = any(%(scope_ids)s)
        and d.deleted_at is null
        and (%(mention_ids)s::uuid[] is null or n.mention_id = any(%(mention_ids)s))
) m
left join lateral (
    select k.event_id
    from mention_moves k
    join identity_events e on e.tenant_id = k.tenant_id and e.event_id = k.event_id
    where k.tenant_id = m.tenant_id and k.mention_id = m.mention_id and e.scope_id = any(%(scope_ids)s)
    order by e.decided_at desc, e.event_id desc
    limit 1
) v on true
where %(after_id)s::uuid is null or m.mention_id > %(after_id)s
order by m.mention_id
limit %(most)s;
