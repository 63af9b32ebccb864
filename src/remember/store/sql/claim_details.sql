-- detail :maybe
-- What is known of a claim beside what it says, while its document is there.
select c.version_id, v.version_no, c.is_hedged, c.added_context, c.speaker, c.extractor_version, c.ingested_at
from claims c
join documents d on d.tenant_id = c.tenant_id and d.doc_id = c.doc_id
left join versions v on v.tenant_id = c.tenant_id and v.version_id = c.version_id
where c.tenant_id = %(tenant_id)s and c.claim_id = %(claim_id)s and c.scope_id = any(%(scope_ids)s)
    and d.deleted_at is null;

-- currency :many
-- When a claim counted as what its source says, from the first time on.
select lower(k.during) as counted_from, upper(k.during) as counted_until, k.began, k.ended
from claim_currency k
where k.tenant_id = %(tenant_id)s and k.claim_id = %(claim_id)s
order by lower(k.during);

-- occurrences :many
-- Which versions that are there carry a claim and where, the newest first, with how many places there are.
select v.version_id, v.version_no, (v.version_id = d.serving_version_id) is true as is_served, o.char_start, o.char_end,
    count(*) over () as total
from chunk_claims o
join versions v on v.tenant_id = o.tenant_id and v.version_id = o.version_id
join documents d on d.tenant_id = v.tenant_id and d.doc_id = v.doc_id
where o.tenant_id = %(tenant_id)s and o.claim_id = %(claim_id)s and v.deleted_at is null
order by v.version_no desc, o.char_start
limit %(most)s;

-- asserted :many
-- What a claim asserts, its ends as whom they answer today.
select a.kind, p.survivor_id as subject_id, a.predicate, o.survivor_id as object_id, a.polarity as positive, a.effect,
    a.valid_from, a.valid_until, a.valid_precision, a.supposed, a.label
from assertions a
left join entity_survivors p on p.tenant_id = a.tenant_id and p.entity_id = a.subject_entity_id
left join entity_survivors o on o.tenant_id = a.tenant_id and o.entity_id = a.object_entity_id
where a.tenant_id = %(tenant_id)s and a.claim_id = %(claim_id)s
order by a.ordinal;

-- named :many
-- Whom a claim mentions, as whom each answers today, and why the mention is taken to be of that entity.
select m.mention_id, m.surface, m.role, s.survivor_id as entity_id, m.method, m.reason
from mentions m
left join entity_survivors s on s.tenant_id = m.tenant_id and s.entity_id = m.entity_id
where m.tenant_id = %(tenant_id)s and m.claim_id = %(claim_id)s and m.scope_id = any(%(scope_ids)s)
order by m.char_start, m.mention_id;

-- facts :many
-- A page of the facts that a claim bears on, or bore on, in the order in which it came to; as of an instant of
-- belief, those that it bore on then, and no end that came later. `is_held` is whether the fact was believed then
-- (left out: is now), `holds` whether it was for the time asked about.
select t.fact_id, t.kind, t.label, t.stance, t.linked_from, t.linked_until, t.is_held, t.holds, t.total
from (
    select f.fact_id, f.kind, f.label, e.stance, lower(e.linked) as linked_from,
        case when upper(e.linked) <= $belief then upper(e.linked) end as linked_until,
        r.fact_id is not null as is_held, (r.fact_id is not null and $when_asked(r)) as holds,
        count(*) over () as total
    from fact_evidence e
    join told_facts f on f.tenant_id = e.tenant_id and f.fact_id = e.fact_id
    left join fact_revisions r
        on r.tenant_id = f.tenant_id and r.fact_id = f.fact_id and r.believed @> $belief
    where e.tenant_id = %(tenant_id)s and e.claim_id = %(claim_id)s and f.scope_id = any(%(scope_ids)s)
        and (%(as_of)s::timestamptz is null or e.linked @> %(as_of)s)
        and (%(believed_at)s::timestamptz is null or lower(e.linked) <= %(believed_at)s)
) t
where %(after_time)s::timestamptz is null
    or (t.linked_from, t.fact_id) > (%(after_time)s::timestamptz, %(after_id)s::uuid)
order by t.linked_from, t.fact_id
limit %(most)s;
