-- Vectors of another embedder, made beside those that are searched, until there is one for everything.
alter table embedders add column next_model_id text;
alter table embedders add column next_dimension integer check (next_dimension between 1 and 4000);
alter table embedders add check ((next_model_id is null) = (next_dimension is null));
alter table chunks add column next_embedding halfvec;
alter table claims add column next_embedding halfvec;
alter table facts add column next_embedding halfvec;

-- Search by the next vectors from now on, with so many numbers each; false where other memories share the columns.
create function take_next_vectors(numbers integer) returns boolean language plpgsql as $$
declare
    kept text;
begin
    if (select count(*) from embedders) > 1 then
        return false;
    end if;
    foreach kept in array array['chunks', 'claims', 'facts'] loop
        execute format('alter table %I drop column embedding', kept);
        execute format('alter table %I rename column next_embedding to embedding', kept);
        execute format('alter table %I alter column embedding type halfvec(%s)', kept, numbers);
        execute format('alter table %I add column next_embedding halfvec', kept);
    end loop;
    alter table chunks alter column embedding set not null;
    alter table claims alter column embedding set not null;
    execute format('alter table entity_profiles alter column embedding type halfvec(%s)', numbers);
    create index chunks_by_embedding on chunks using hnsw (embedding halfvec_cosine_ops) where serving;
    create index claims_by_embedding on claims using hnsw (embedding halfvec_cosine_ops) where is_current;
    create index facts_by_embedding on facts using hnsw (embedding halfvec_cosine_ops) where invalidated_at is null;
    return true;
end
$$;
