-- add :none
-- A passage of a version, with what it is found by.
insert into chunks (
    tenant_id, chunk_id, doc_id, version_id, scope_id, ordinal, char_start, char_end, chunk_text, heading_path,
    section_role, context_prefix, reuse_key, serving, terms, frequencies, word_count, embedding
)
values (
    %(tenant_id)s, %(chunk_id)s, %(doc_id)s, %(version_id)s, %(scope_id)s, %(ordinal)s, %(char_start)s,
    %(char_end)s, %(chunk_text)s, %(heading_path)s, %(section_role)s, %(context_prefix)s, %(reuse_key)s,
    %(serving)s, %(terms)s, %(frequencies)s, %(word_count)s, %(embedding)s::halfvec
);

-- last :maybe
-- The last passage of a version that is stored.
select ordinal, char_end
from chunks
where tenant_id = %(tenant_id)s and version_id = %(version_id)s
order by ordinal desc
limit 1;

-- vectors :many
-- The vector that earlier passages of a document have under each of these keys, made by the same model.
-- One row a key: a long text may say the same in a hundred thousand passages.
select k.reuse_key, found.embedding
from (select distinct unnest(%(reuse_keys)s::text[]) as reuse_key) k
cross join lateral (
    select c.embedding::text as embedding
    from chunks c
    join versions v on v.tenant_id = c.tenant_id and v.version_id = c.version_id and v.deleted_at is null
    join stages s on s.tenant_id = c.tenant_id and s.version_id = c.version_id and s.stage = 'embed_chunk'
        and s.component_version = %(model)s
    where c.tenant_id = %(tenant_id)s and c.doc_id = %(doc_id)s and c.reuse_key = k.reuse_key
    limit 1
) found;

-- unread :many
-- The next passages of a version that were not read for claims.
select chunk_id, ordinal, char_start, char_end, chunk_text, heading_path, section_role, context_prefix, reuse_key
from chunks
where tenant_id = %(tenant_id)s and version_id = %(version_id)s and ordinal >= %(from_ordinal)s
order by ordinal
limit %(most)s;

-- keys :many
-- The reuse keys of a version's passages.
select distinct reuse_key from chunks where tenant_id = %(tenant_id)s and version_id = %(version_id)s;

-- read_before :many
-- The passages of an earlier version that were read for claims and have one of these keys; of each key no
-- more than there are keys.
select found.chunk_id, found.ordinal, found.char_start, found.reuse_key
from (select distinct unnest(%(reuse_keys)s::text[]) as reuse_key) k
cross join lateral (
    select chunk_id, ordinal, char_start, reuse_key
    from chunks
    where tenant_id = %(tenant_id)s and doc_id = %(doc_id)s and version_id = %(version_id)s
        and ordinal < %(before_ordinal)s and reuse_key = k.reuse_key
    order by ordinal
    limit cardinality(%(reuse_keys)s::text[])
) found
order by found.ordinal;

-- start_serving :none
-- The passages of this version are searched from now on.
update chunks set serving = true
where tenant_id = %(tenant_id)s and version_id = %(version_id)s and not serving;

-- stop_serving :none
-- Of this document, only the passages of one version are searched any more; of none, where none is given.
update chunks set serving = false
where tenant_id = %(tenant_id)s and doc_id = %(doc_id)s and serving
    and version_id is distinct from %(except_version_id)s::uuid;

-- count_came :none
-- Tell the word statistics which passages of this version are searched now.
insert into term_changes (tenant_id, corpus, terms, rows, words)
select tenant_id, 'chunks', terms, 1, word_count
from chunks
where tenant_id = %(tenant_id)s and version_id = %(version_id)s and ordinal >= %(from_ordinal)s and serving;

-- count_leaving :none
-- Tell the word statistics which passages of this document are about to be searched no more.
insert into term_changes (tenant_id, corpus, terms, rows, words)
select tenant_id, 'chunks', terms, -1, -word_count
from chunks
where tenant_id = %(tenant_id)s and doc_id = %(doc_id)s and serving
    and version_id is distinct from %(except_version_id)s::uuid;

-- count_removed :none
-- Tell the word statistics that the passages of this version are about to go.
insert into term_changes (tenant_id, corpus, terms, rows, words)
select tenant_id, 'chunks', terms, -1, -word_count
from chunks
where tenant_id = %(tenant_id)s and version_id = %(version_id)s and serving;

-- remove :none
-- Forget how a version was cut; nothing was read from it yet.
delete from chunks where tenant_id = %(tenant_id)s and version_id = %(version_id)s;
