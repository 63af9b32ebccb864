-- Columns of another dimension keep every index that the ones before them had, whichever migration made it.
create or replace function take_next_vectors(numbers integer) returns boolean language plpgsql as $$
declare
    kept text;
    made text;
    indexes text[];
begin
    if (select count(*) from embedders) > 1 then
        return false;
    end if;
    select array_agg(pg_get_indexdef(i.indexrelid)) into indexes
    from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey::int2[])
    where i.indrelid in ('chunks'::regclass, 'claims'::regclass, 'facts'::regclass) and a.attname = 'embedding';
    foreach kept in array array['chunks', 'claims', 'facts'] loop
        execute format('alter table %I drop column embedding', kept);
        execute format('alter table %I rename column next_embedding to embedding', kept);
        execute format('alter table %I alter column embedding type halfvec(%s)', kept, numbers);
        execute format('alter table %I add column next_embedding halfvec', kept);
    end loop;
    alter table chunks alter column embedding set not null;
    alter table claims alter column embedding set not null;
    execute format('alter table entity_profiles alter column embedding type halfvec(%s)', numbers);
    foreach made in array indexes loop
        execute made;
    end loop;
    return true;
end
$$;
