-- latest :maybe
-- The newest version of a document that is not deleted, else the newest; and the last number given to one.
select version_id, content_hash, mime, source_version_ref, parked, deleted_at is not null as deleted,
    max(version_no) over () as last_no
from versions
where tenant_id = %(tenant_id)s and doc_id = %(doc_id)s
order by deleted_at is null desc, version_no desc
limit 1;

-- add :none
-- Append a version.
insert into versions (
    tenant_id, version_id, doc_id, version_no, content_hash, filename, mime, source_version_ref,
    source_modified_at, status, parked, ingested_by_kind, ingested_by_ref
)
values (
    %(tenant_id)s, %(version_id)s, %(doc_id)s, %(version_no)s, %(content_hash)s, %(filename)s, %(mime)s,
    %(source_version_ref)s, %(source_modified_at)s, 'ingesting', %(parked)s, %(ingested_by_kind)s,
    %(ingested_by_ref)s
);

-- advance :none
-- Note the newer revision that the source gives to the same bytes.
update versions set source_version_ref = %(source_version_ref)s
where tenant_id = %(tenant_id)s and version_id = %(version_id)s;

-- route :none
-- A parked version can be converted now, as bytes of this type.
update versions set mime = %(mime)s, parked = null
where tenant_id = %(tenant_id)s and version_id = %(version_id)s;

-- set_status :none
-- How far the early stages of a version are.
update versions set status = %(status)s, error = %(error)s
where tenant_id = %(tenant_id)s and version_id = %(version_id)s and deleted_at is null;

-- set_text :none
-- The converted text that the offsets of a version count in, with what it points at.
update versions
set representation_id = %(representation_id)s, references_read = true, status = 'ready', error = null
where tenant_id = %(tenant_id)s and version_id = %(version_id)s;

-- set_extracted :none
-- How many passages of a version were read for claims, and from which version it carries on.
update versions
set extracted_chunks = %(extracted_chunks)s, before_id = coalesce(before_id, %(before_id)s::uuid)
where tenant_id = %(tenant_id)s and version_id = %(version_id)s;

-- delete_all :many
-- End every version of a document.
update versions set deleted_at = %(deleted_at)s, status = 'deleted'
where tenant_id = %(tenant_id)s and doc_id = %(doc_id)s and deleted_at is null
returning version_id;

-- delete :one
-- End one version; when that is.
update versions set deleted_at = clock_timestamp(), status = 'deleted'
where tenant_id = %(tenant_id)s and version_id = %(version_id)s
returning deleted_at;

-- of_document :many
-- The versions of a document, newest first.
select v.version_id, v.version_no, v.status, v.content_hash, c.byte_size, v.mime, v.filename,
    v.source_modified_at, v.source_version_ref, v.ingested_at, v.parked, v.error
from versions v
join content_objects c on c.tenant_id = v.tenant_id and c.content_hash = v.content_hash
where v.tenant_id = %(tenant_id)s and v.doc_id = %(doc_id)s and v.deleted_at is null
order by v.version_no desc;

-- work :one
-- A version with everything that its stages need to know of it.
select v.version_id, v.doc_id, v.version_no, v.content_hash, v.mime, v.filename, v.source_modified_at,
    v.representation_id, v.extracted_chunks, d.scope_id, d.title, d.versioning_mode, d.source_kind,
    d.source_ref
from versions v
join documents d on d.tenant_id = v.tenant_id and d.doc_id = v.doc_id
where v.tenant_id = %(tenant_id)s and v.version_id = %(version_id)s;

-- number :maybe
-- The number of a version.
select version_no from versions where tenant_id = %(tenant_id)s and version_id = %(version_id)s;

-- kept :many
-- The versions of a document that are not deleted, newest first, and how far each is.
select v.version_id, v.version_no, v.before_id,
    exists (
        select from chunks h where h.tenant_id = v.tenant_id and h.version_id = v.version_id
    ) as is_begun,
    exists (
        select from stages s
        where s.tenant_id = v.tenant_id and s.version_id = v.version_id and s.stage = 'embed_chunk'
            and s.status = 'succeeded'
    ) as is_published,
    exists (
        select from stages s
        where s.tenant_id = v.tenant_id and s.version_id = v.version_id and s.stage = 'extract_claims'
            and s.status = 'succeeded'
    ) as is_read
from versions v
where v.tenant_id = %(tenant_id)s and v.doc_id = %(doc_id)s and v.deleted_at is null
order by v.version_no desc;

-- carried_from :maybe
-- The newest earlier version of a document that was read for claims, in part at least.
select version_id, extracted_chunks
from versions
where tenant_id = %(tenant_id)s and doc_id = %(doc_id)s and version_no < %(version_no)s and deleted_at is null
    and extracted_chunks > 0
order by version_no desc
limit 1;

-- retry :none
-- What failed of a version is to be tried again.
update versions
set error = null,
    status = case
        when status <> 'failed' then status
        when representation_id is null then 'ingesting'
        else 'ready'
    end
where tenant_id = %(tenant_id)s and version_id = %(version_id)s;

-- parked :many
-- Versions that wait for something that converts their type.
select version_id, mime
from versions
where tenant_id = %(tenant_id)s and parked = 'no_route' and deleted_at is null
order by version_id;

-- came_after :many
-- Which of these versions that a reader may see were given to the memory after an instant.
select v.version_id
from versions v
join documents d on d.tenant_id = v.tenant_id and d.doc_id = v.doc_id
where v.tenant_id = %(tenant_id)s and v.version_id = any(%(version_ids)s) and v.ingested_at > %(at)s::timestamptz
    and d.scope_id = any(%(scope_ids)s)
order by v.version_id;
