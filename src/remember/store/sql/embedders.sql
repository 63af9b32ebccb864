-- lock :none
-- One process at a time decides which embedder a memory has.
select pg_advisory_xact_lock(%(lock)s);

-- of_tenant :maybe
-- The embedder that the vectors of a tenant are of.
select model_id, dimension from embedders where tenant_id = %(tenant_id)s;

-- share :maybe
-- The embedder of a tenant; it stays so until this transaction ends.
select model_id, dimension from embedders where tenant_id = %(tenant_id)s for share;

-- add :none
-- The vectors of a tenant are of this embedder from now on.
insert into embedders (tenant_id, model_id, dimension)
values (%(tenant_id)s, %(model_id)s, %(dimension)s);

-- column_dimension :one
-- How many numbers a vector of this database has.
select atttypmod from pg_attribute where attrelid = 'chunks'::regclass and attname = 'embedding';

-- set_column_dimension :one
-- Let every vector of this database have so many numbers, where there is none yet.
select set_vector_dimension(%(dimension)s);
