-- summary :one
-- How much is known of some entities together, in scopes that the reader may see.
select
    array(
        select distinct e.kind
        from entities e
        where e.tenant_id = %(tenant_id)s and e.entity_id = any(%(entity_ids)s) and e.kind is not null
        order by e.kind
    ) as kinds,
    (
        select count(distinct l.fact_id)
        from fact_entities l
        join facts f on f.tenant_id = l.tenant_id and f.fact_id = l.fact_id
        where l.tenant_id = %(tenant_id)s and l.entity_id = any(%(entity_ids)s) and l.role <> 'mentioned'
            and f.scope_id = any(%(scope_ids)s) and $held(f)
    ) as facts,
    count(*) as mentions, count(distinct m.doc_id) as documents, min(c.asserted_at) as first_said_at,
    max(c.asserted_at) as last_said_at
from mentions m
join documents d on d.tenant_id = m.tenant_id and d.doc_id = m.doc_id
join claims c on c.tenant_id = m.tenant_id and c.claim_id = m.claim_id
where m.tenant_id = %(tenant_id)s and m.entity_id = any(%(entity_ids)s) and m.scope_id = any(%(scope_ids)s)
    and d.deleted_at is null;

-- names :many
-- The names by which a reader finds these entities, those that they are called by first, and how many there are.
select min(s.alias_text) as name, bool_or(a.provenance = 'person') as by_person, count(*) over () as total
from supported_aliases s
join aliases a on a.tenant_id = s.tenant_id and a.alias_id = s.alias_id
where s.tenant_id = %(tenant_id)s and s.entity_id = any(%(entity_ids)s) and s.scope_id = any(%(scope_ids)s)
group by s.alias_text
order by bool_or(s.is_canonical) desc, min(s.first_seen_at), s.alias_text
limit %(most)s;

-- mentions :many
-- Where entities are mentioned in documents that are still there, in the order in which that was read.
select m.mention_id, m.claim_id, m.doc_id, d.title, m.surface, c.claim_text, m.method, m.reason, m.decided_at
from mentions m
join documents d on d.tenant_id = m.tenant_id and d.doc_id = m.doc_id
join claims c on c.tenant_id = m.tenant_id and c.claim_id = m.claim_id
where m.tenant_id = %(tenant_id)s and m.entity_id = any(%(entity_ids)s) and m.scope_id = any(%(scope_ids)s)
    and d.deleted_at is null and (%(after_id)s::uuid is null or m.mention_id > %(after_id)s)
order by m.mention_id
limit %(most)s;

-- survivors_from :many
-- Entities that answer for themselves and have a name that the reader may see, by id.
select s.survivor_id
from entity_survivors s
where s.tenant_id = %(tenant_id)s and s.survivor_id = s.entity_id
    and (%(from_id)s::uuid is null or s.survivor_id >= %(from_id)s)
order by s.survivor_id
limit %(most)s;

-- pairs :many
-- Who has a name of a spelling similar to that of one of these entities, each pair once, without excluded ones.
select l.survivor_id as one_id, o.survivor_id as other_id,
    array_agg(distinct array[a.alias_text, b.alias_text]) as spellings
from entity_survivors l
join supported_aliases a on a.tenant_id = l.tenant_id and a.entity_id = l.entity_id
join supported_aliases b on b.tenant_id = l.tenant_id and b.folded %% a.folded
join entity_survivors o on o.tenant_id = b.tenant_id and o.entity_id = b.entity_id
where l.tenant_id = %(tenant_id)s and l.survivor_id = any(%(entity_ids)s) and o.survivor_id > l.survivor_id
    and a.scope_id = any(%(scope_ids)s) and b.scope_id = any(%(scope_ids)s)
    and (%(after_one)s::uuid is null or (l.survivor_id, o.survivor_id) > (%(after_one)s, %(after_other)s::uuid))
    and not exists (
        select
        from exclusions x
        join entity_survivors p on p.tenant_id = x.tenant_id and p.entity_id = x.one_id
        join entity_survivors q on q.tenant_id = x.tenant_id and q.entity_id = x.other_id
        where x.tenant_id = l.tenant_id
            and least(p.survivor_id, q.survivor_id) = l.survivor_id
            and greatest(p.survivor_id, q.survivor_id) = o.survivor_id
    )
group by l.survivor_id, o.survivor_id
order by l.survivor_id, o.survivor_id
limit %(most)s;

-- kinds :many
-- What documents take these entities for, with all that answer as each.
select s.survivor_id as entity_id, array_agg(distinct e.kind order by e.kind) as kinds
from entity_survivors s
join entities e on e.tenant_id = s.tenant_id and e.entity_id = s.entity_id
where s.tenant_id = %(tenant_id)s and s.survivor_id = any(%(entity_ids)s) and e.kind is not null
group by s.survivor_id;

-- exclusions :many
-- Excluded pairs, as entities stand today, with the decision that excludes them.
select x.one_id, x.other_id, p.survivor_id as one_survivor_id, q.survivor_id as other_survivor_id, e.event_id,
    e.kind, e.reason, e.decided_at
from exclusions x
join identity_events e on e.tenant_id = x.tenant_id and e.event_id = x.event_id
join entity_survivors p on p.tenant_id = x.tenant_id and p.entity_id = x.one_id
join entity_survivors q on q.tenant_id = x.tenant_id and q.entity_id = x.other_id
where x.tenant_id = %(tenant_id)s and e.scope_id = any(%(scope_ids)s)
    and (%(after_one)s::uuid is null or (x.one_id, x.other_id) > (%(after_one)s, %(after_other)s::uuid))
order by x.one_id, x.other_id
limit %(most)s;

-- told_apart :many
-- What is best known of each of these entities, with all that answer as it, and which documents mention it.
select g.entity_id,
    array(
        select distinct e.kind
        from entities e
        where e.tenant_id = %(tenant_id)s and e.entity_id = any(g.members) and e.kind is not null
        order by e.kind
    ) as kinds,
    array(
        select a.alias_text
        from supported_aliases a
        where a.tenant_id = %(tenant_id)s and a.entity_id = any(g.members) and a.scope_id = any(%(scope_ids)s)
        group by a.alias_text
        order by min(a.first_seen_at), a.alias_text
        limit %(most)s
    ) as names,
    array(
        select f.label
        from facts f
        where f.tenant_id = %(tenant_id)s and f.scope_id = any(%(scope_ids)s) and $held(f)
            and f.fact_id in (
                select l.fact_id
                from fact_entities l
                where l.tenant_id = %(tenant_id)s and l.entity_id = any(g.members) and l.role <> 'mentioned'
            )
        order by f.evidence_count desc, f.ingested_at desc, f.fact_id
        limit %(most)s
    ) as facts,
    array(
        select coalesce(d.title, d.source_ref)
        from documents d
        where d.tenant_id = %(tenant_id)s and d.deleted_at is null and d.scope_id = any(%(scope_ids)s)
            and d.doc_id in (
                select m.doc_id
                from mentions m
                where m.tenant_id = %(tenant_id)s and m.entity_id = any(g.members)
            )
        order by d.first_seen_at, d.doc_id
        limit %(most)s
    ) as documents,
    n.mentions, n.documents as document_count
from (
    select survivor_id as entity_id, array_agg(entity_id) as members
    from entity_survivors
    where tenant_id = %(tenant_id)s and survivor_id = any(%(entity_ids)s)
    group by survivor_id
) g
cross join lateral (
    select count(*) as mentions, count(distinct m.doc_id) as documents
    from mentions m
    join documents d on d.tenant_id = m.tenant_id and d.doc_id = m.doc_id
    where m.tenant_id = %(tenant_id)s and m.entity_id = any(g.members) and m.scope_id = any(%(scope_ids)s)
        and d.deleted_at is null
) n;
