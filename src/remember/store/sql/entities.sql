-- bearers :many
-- Which entities bear these names in scopes that this scope may resolve to, and whom they answer as; a merge
-- or split of any of them waits until this transaction ends.
select a.folded, s.entity_id, s.survivor_id
from aliases a
join entity_survivors s on s.tenant_id = a.tenant_id and s.entity_id = a.entity_id
where a.tenant_id = %(tenant_id)s and a.scope_id = any(%(scope_ids)s) and a.folded = any(%(names)s)
order by s.entity_id
for key share of s;

-- named_in :many
-- Whom a document means by these names, where that was decided.
select distinct m.folded, s.entity_id, s.survivor_id
from mentions m
join entity_survivors s on s.tenant_id = m.tenant_id and s.entity_id = m.entity_id
where m.tenant_id = %(tenant_id)s and m.doc_id = %(doc_id)s and m.folded = any(%(names)s);

-- in_full :many
-- Which people bear a longer name that begins or ends with one of these words, and whether a document names them
-- by it; a merge or split of any of them waits until this transaction ends.
select w.word, a.alias_text as name, s.entity_id, s.survivor_id, exists (
        select
        from mentions m
        where m.tenant_id = a.tenant_id and m.entity_id = a.entity_id and m.doc_id = %(doc_id)s and m.folded = a.folded
    ) as here
from unnest(%(words)s::text[]) w (word)
join aliases a on a.tenant_id = %(tenant_id)s and a.scope_id = any(%(scope_ids)s)
    and (a.folded like w.word || ' %%' or a.folded like '%% ' || w.word)
join entities e on e.tenant_id = a.tenant_id and e.entity_id = a.entity_id and e.kind = 'person'
join entity_survivors s on s.tenant_id = a.tenant_id and s.entity_id = a.entity_id
order by s.entity_id
for key share of s;

-- hold_mentioned :many
-- Keep whom these claims mention from being merged or split until this transaction ends.
select s.entity_id
from entity_survivors s
where s.tenant_id = %(tenant_id)s and s.entity_id in (
    select m.entity_id
    from mentions m
    where m.tenant_id = %(tenant_id)s and m.claim_id = any(%(claim_ids)s)
)
order by s.entity_id
for key share of s;

-- add :none
-- A new entity, with its own row as its survivor and its first name.
with entity as (
    insert into entities (tenant_id, entity_id, kind) values (%(tenant_id)s, %(entity_id)s, %(kind)s)
), survivor as (
    insert into entity_survivors (tenant_id, entity_id, survivor_id)
    values (%(tenant_id)s, %(entity_id)s, %(entity_id)s)
)
insert into aliases (tenant_id, alias_id, scope_id, entity_id, alias_text, folded, provenance, is_canonical)
values (
    %(tenant_id)s, %(alias_id)s, %(scope_id)s, %(entity_id)s, %(alias_text)s, %(folded)s, 'source', true
);

-- add_mention :none
-- Where a claim names something, and which entity that was resolved to.
insert into mentions (
    tenant_id, mention_id, claim_id, doc_id, chunk_id, scope_id, surface, folded, role,
    char_start, char_end, entity_id, method, reason
)
values (
    %(tenant_id)s, %(mention_id)s, %(claim_id)s, %(doc_id)s, %(chunk_id)s, %(scope_id)s, %(surface)s, %(folded)s,
    %(role)s, %(char_start)s, %(char_end)s, %(entity_id)s, %(method)s, %(reason)s
);

-- refresh_profiles :none
-- The mean of the vectors of an entity's best supported facts, for each entity that a version mentions.
insert into entity_profiles (tenant_id, scope_id, entity_id, profile_hash, embedding)
select %(tenant_id)s, %(scope_id)s, e.entity_id, md5(string_agg(k.fact_id::text, ',' order by k.fact_id)),
    l2_normalize(avg(k.embedding))
from (
    select distinct m.entity_id
    from mentions m
    join chunk_claims c on c.tenant_id = m.tenant_id and c.claim_id = m.claim_id
    where m.tenant_id = %(tenant_id)s and c.version_id = %(version_id)s and m.entity_id is not null
) e
cross join lateral (
    select f.fact_id, f.embedding
    from fact_entities l
    join facts f on f.tenant_id = l.tenant_id and f.fact_id = l.fact_id
    where l.tenant_id = %(tenant_id)s and l.entity_id = e.entity_id and l.role in ('subject', 'object')
        and f.invalidated_at is null and f.embedding is not null
    order by f.evidence_count desc, f.fact_id
    limit %(most_facts)s
) k
group by e.entity_id
order by e.entity_id
on conflict (tenant_id, scope_id, entity_id)
do update set profile_hash = excluded.profile_hash, embedding = excluded.embedding
where entity_profiles.profile_hash <> excluded.profile_hash;
