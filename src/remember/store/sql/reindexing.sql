-- alone :one
-- Whether this connection is the one that re-indexes a tenant; it is so until it ends.
select pg_try_advisory_lock(hashtextextended('reindexing:' || %(tenant_id)s::text, 0));

-- begin :none
-- Vectors of this embedder are made from now on; those of another that was begun are forgotten.
update embedders
set next_model_id = %(model_id)s, next_dimension = %(dimension)s
where tenant_id = %(tenant_id)s;

-- following :maybe
-- The embedder whose vectors are being made; it stays so until this transaction ends.
select next_model_id as model_id, next_dimension as dimension
from embedders
where tenant_id = %(tenant_id)s and next_model_id is not null
for share;

-- hold :maybe
-- The embedder whose vectors are being made, while nobody saves any vector.
select next_model_id as model_id, next_dimension as dimension
from embedders
where tenant_id = %(tenant_id)s and next_model_id is not null
for update;

-- forget_chunks :none
-- The next vectors of passages are none any more.
update chunks set next_embedding = null where tenant_id = %(tenant_id)s and next_embedding is not null;

-- forget_claims :none
-- The next vectors of claims are none any more.
update claims set next_embedding = null where tenant_id = %(tenant_id)s and next_embedding is not null;

-- forget_facts :none
-- The next vectors of facts are none any more.
update facts set next_embedding = null where tenant_id = %(tenant_id)s and next_embedding is not null;

-- chunks_left :many
-- Passages without a next vector, after this one, as they are embedded.
select chunk_id as item_id,
    case when context_prefix > '' then context_prefix || E'\n' || chunk_text else chunk_text end as text
from chunks
where tenant_id = %(tenant_id)s and chunk_id > %(after)s and next_embedding is null
order by chunk_id
limit %(most)s;

-- claims_left :many
-- Claims without a next vector, after this one, as they are embedded.
select claim_id as item_id, claim_text as text
from claims
where tenant_id = %(tenant_id)s and claim_id > %(after)s and next_embedding is null
order by claim_id
limit %(most)s;

-- facts_left :many
-- Facts that have a vector and no next one, after this one, as they are embedded.
select fact_id as item_id, label as text
from facts
where tenant_id = %(tenant_id)s and fact_id > %(after)s and next_embedding is null and embedding is not null
order by fact_id
limit %(most)s;

-- set_chunk :none
-- The next vector of a passage.
update chunks set next_embedding = %(embedding)s::halfvec
where tenant_id = %(tenant_id)s and chunk_id = %(item_id)s;

-- set_claim :none
-- The next vector of a claim.
update claims set next_embedding = %(embedding)s::halfvec
where tenant_id = %(tenant_id)s and claim_id = %(item_id)s;

-- set_fact :none
-- The next vector of a fact.
update facts set next_embedding = %(embedding)s::halfvec
where tenant_id = %(tenant_id)s and fact_id = %(item_id)s;

-- take_chunks :none
-- Search passages by their next vectors.
update chunks set embedding = next_embedding, next_embedding = null where tenant_id = %(tenant_id)s;

-- take_claims :none
-- Search claims by their next vectors.
update claims set embedding = next_embedding, next_embedding = null where tenant_id = %(tenant_id)s;

-- take_facts :none
-- Search facts by their next vectors.
update facts set embedding = next_embedding, next_embedding = null where tenant_id = %(tenant_id)s;

-- take_columns :one
-- Search everything by its next vector, in columns of another dimension.
select take_next_vectors(%(dimension)s);

-- drop_profiles :none
-- The profiles of entities are of vectors that are searched no more.
delete from entity_profiles where tenant_id = %(tenant_id)s;

-- add_profiles :none
-- The mean of the vectors of every entity's best supported facts.
insert into entity_profiles (tenant_id, scope_id, entity_id, profile_hash, embedding)
select %(tenant_id)s, k.scope_id, k.entity_id, md5(string_agg(k.fact_id::text, ',' order by k.fact_id)),
    l2_normalize(avg(k.embedding))
from (
    select f.scope_id, l.entity_id, f.fact_id, f.embedding,
        row_number() over (
            partition by f.scope_id, l.entity_id order by f.evidence_count desc, f.fact_id
        ) as place
    from (
        select distinct entity_id, fact_id
        from fact_entities
        where tenant_id = %(tenant_id)s and role in ('subject', 'object')
    ) l
    join facts f on f.tenant_id = %(tenant_id)s and f.fact_id = l.fact_id
    where f.invalidated_at is null and f.embedding is not null
) k
where k.place <= %(most_facts)s
group by k.scope_id, k.entity_id;

-- rename_stages :none
-- What was embedded with the one is embedded with the other.
update stages set component_version = %(model_id)s
where tenant_id = %(tenant_id)s and stage in ('embed_chunk', 'embed_claim', 'label_relation')
    and component_version = %(before)s;

-- finish :none
-- The vectors of a tenant are of the next embedder from now on.
update embedders
set model_id = next_model_id, dimension = next_dimension, since = clock_timestamp(),
    next_model_id = null, next_dimension = null
where tenant_id = %(tenant_id)s;
