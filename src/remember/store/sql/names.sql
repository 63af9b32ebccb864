-- exact :many
-- T0: who bears exactly this name.
select s.survivor_id as entity_id, 1.0::float8 as likeness
from supported_aliases a
join entity_survivors s on s.tenant_id = a.tenant_id and s.entity_id = a.entity_id
where a.tenant_id = %(tenant_id)s and a.scope_id = any(%(scope_ids)s) and a.folded = %(name)s
group by s.survivor_id
order by min(a.first_seen_at), s.survivor_id;

-- similar :many
-- T1: who bears a name of similar spelling.
select s.survivor_id as entity_id, max(similarity(a.folded, %(name)s))::float8 as likeness
from supported_aliases a
join entity_survivors s on s.tenant_id = a.tenant_id and s.entity_id = a.entity_id
where a.tenant_id = %(tenant_id)s and a.scope_id = any(%(scope_ids)s) and a.folded %% %(name)s
group by s.survivor_id
order by likeness desc, s.survivor_id
limit %(most)s;

-- sounding :many
-- T2: who bears a name of similar sound.
select s.survivor_id as entity_id, max(similarity(a.folded, %(name)s))::float8 as likeness
from supported_aliases a
join entity_survivors s on s.tenant_id = a.tenant_id and s.entity_id = a.entity_id
where a.tenant_id = %(tenant_id)s and a.scope_id = any(%(scope_ids)s)
    and daitch_mokotoff(a.folded) && daitch_mokotoff(%(name)s)
group by s.survivor_id
order by likeness desc, s.survivor_id
limit %(most)s;

-- profiled :many
-- T3: whose profile is close in meaning.
with nearest as materialized (
    select entity_id, embedding <=> %(vector)s::halfvec as distance
    from entity_profiles
    where tenant_id = %(tenant_id)s and scope_id = any(%(scope_ids)s)
    order by embedding <=> %(vector)s::halfvec
    limit %(most)s
)
select s.survivor_id as entity_id, max(1 - n.distance) as likeness
from nearest n
join entity_survivors s on s.tenant_id = %(tenant_id)s and s.entity_id = n.entity_id
where 1 - n.distance >= %(least)s
group by s.survivor_id
order by likeness desc, s.survivor_id;

-- shown :many
-- What these entities are called: their own canonical name, else the first that the reader may see.
select distinct on (s.survivor_id) s.survivor_id as entity_id, a.alias_text as name
from entity_survivors s
join supported_aliases a on a.tenant_id = s.tenant_id and a.entity_id = s.entity_id
where s.tenant_id = %(tenant_id)s and s.survivor_id = any(%(entity_ids)s) and a.scope_id = any(%(scope_ids)s)
order by s.survivor_id, a.entity_id <> s.survivor_id, a.is_canonical desc, a.first_seen_at, a.alias_id;

-- members :many
-- Everything that was merged into these entities, themselves included. Entities that the reader may not
-- see, or that are merged into another, have no rows.
select s.entity_id, s.survivor_id
from entity_survivors s
where s.tenant_id = %(tenant_id)s and s.survivor_id = any(%(entity_ids)s) and exists (
    select
    from entity_survivors o
    join supported_aliases a on a.tenant_id = o.tenant_id and a.entity_id = o.entity_id
    where o.tenant_id = %(tenant_id)s and o.survivor_id = s.survivor_id and a.scope_id = any(%(scope_ids)s)
);

-- borne :many
-- Which of these names somebody bears, and who.
select distinct a.folded as name, s.survivor_id as entity_id
from supported_aliases a
join entity_survivors s on s.tenant_id = a.tenant_id and s.entity_id = a.entity_id
where a.tenant_id = %(tenant_id)s and a.scope_id = any(%(scope_ids)s) and a.folded = any(%(names)s);

-- namesakes :many
-- Longer names that have a word of a name: the words are a pattern, "(^| )(ana|ruiz)( |$)".
select distinct a.folded as name
from supported_aliases a
where a.tenant_id = %(tenant_id)s and a.scope_id = any(%(scope_ids)s) and a.folded ~ %(pattern)s
    and strpos(a.folded, ' ') > 0
order by a.folded
limit %(most)s;
