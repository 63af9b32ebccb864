-- add :none
-- Make a document, unless its source has one.
insert into documents (tenant_id, doc_id, scope_id, source_kind, source_ref, title, versioning_mode, origin)
values (
    %(tenant_id)s, %(doc_id)s, %(scope_id)s, %(source_kind)s, %(source_ref)s, %(title)s, %(versioning_mode)s,
    %(origin)s
)
on conflict do nothing;

-- observe :one
-- Note that the source was seen; the document stays locked until the transaction ends.
update documents set last_observed_at = clock_timestamp()
where tenant_id = %(tenant_id)s and doc_id = %(doc_id)s
returning doc_id, scope_id, source_kind, source_ref, title, versioning_mode, first_seen_at, serving_version_id,
    deleted_at;

-- lock :maybe
-- A document as it is now; it stays locked until the transaction ends.
select doc_id, scope_id, source_kind, source_ref, title, versioning_mode, first_seen_at, serving_version_id,
    deleted_at
from documents
where tenant_id = %(tenant_id)s and doc_id = %(doc_id)s
for no key update;

-- get :maybe
-- A document that a reader of these scopes may see.
select doc_id, scope_id, source_kind, source_ref, title, versioning_mode, first_seen_at, serving_version_id,
    deleted_at
from documents
where tenant_id = %(tenant_id)s and doc_id = %(doc_id)s and scope_id = any(%(scope_ids)s) and deleted_at is null;

-- learnt :one
-- How many claims of a document count now, and how many facts that are held now they support.
select
    (
        select count(*) from claims c
        where c.tenant_id = %(tenant_id)s and c.doc_id = %(doc_id)s and c.is_current
    ) as claims,
    (
        select count(distinct f.fact_id)
        from fact_evidence e
        join facts f on f.tenant_id = e.tenant_id and f.fact_id = e.fact_id and f.invalidated_at is null
        where e.tenant_id = %(tenant_id)s and e.doc_id = %(doc_id)s and e.stance = 'supports'
            and upper_inf(e.linked)
    ) as facts;

-- revive :none
-- Bytes came again after a deletion: the document is back.
update documents set deleted_at = null, serving_version_id = null
where tenant_id = %(tenant_id)s and doc_id = %(doc_id)s;

-- delete :one
-- End a document; when that is.
update documents set deleted_at = clock_timestamp(), serving_version_id = null
where tenant_id = %(tenant_id)s and doc_id = %(doc_id)s
returning deleted_at;

-- serve :none
-- Search the passages of this version from now on.
update documents set serving_version_id = %(version_id)s
where tenant_id = %(tenant_id)s and doc_id = %(doc_id)s;

-- page :many
-- Documents, newest first, with their newest version; after a place, and of one status where one is given.
select d.doc_id, d.title, d.source_kind, d.source_uri, d.first_seen_at, v.version_id, v.version_no, v.status,
    v.ingested_at, v.error,
    exists (
        select from versions r
        where r.tenant_id = d.tenant_id and r.doc_id = d.doc_id and r.status = 'ready' and r.deleted_at is null
    ) as serving
from documents d
join lateral (
    select n.version_id, n.version_no, n.status, n.ingested_at, n.error
    from versions n
    where n.tenant_id = d.tenant_id and n.doc_id = d.doc_id and n.deleted_at is null
    order by n.version_no desc
    limit 1
) v on true
where d.tenant_id = %(tenant_id)s and d.scope_id = any(%(scope_ids)s) and d.deleted_at is null
    and d.origin = 'external'
    and (%(status)s::text is null or v.status = %(status)s::text)
    and (%(after_seen)s::timestamptz is null
        or (d.first_seen_at, d.doc_id) < (%(after_seen)s::timestamptz, %(after_id)s::uuid))
order by d.first_seen_at desc, d.doc_id desc
limit %(most)s;
