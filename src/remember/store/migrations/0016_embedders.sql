-- Which embedder the vectors of a tenant are of: those of another cannot be compared with them.
create table embedders (
    tenant_id  uuid not null references tenants,
    model_id   text not null,
    dimension  integer not null check (dimension between 1 and 4000),
    since      timestamptz not null default clock_timestamp(),
    primary key (tenant_id)
);

insert into embedders (tenant_id, model_id, dimension)
select distinct on (tenant_id) tenant_id, component_version, 384
from stages
where stage = 'embed_chunk' and status = 'succeeded'
order by tenant_id, finished_at desc;

-- Let every vector have this many numbers; false where some memory has an embedder, and so perhaps vectors.
create function set_vector_dimension(numbers integer) returns boolean language plpgsql as $$
declare
    kept text;
begin
    if exists (select from embedders) then
        return false;
    end if;
    foreach kept in array array['chunks', 'claims', 'facts', 'entity_profiles'] loop
        execute format('alter table %I alter column embedding type halfvec(%s)', kept, numbers);
    end loop;
    return true;
end
$$;
