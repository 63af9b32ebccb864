-- enter :none
-- Decisions about the trust in a tenant's sources come one after the other.
select pg_advisory_xact_lock(hashtextextended('trust:' || %(tenant_id)s::text, 0));

-- replace :none
-- The decision about these sources that stood gives way to another.
update source_trusts set replaced_by = %(decision_id)s
where tenant_id = %(tenant_id)s and scope_id = %(scope_id)s and source_kind = %(source_kind)s
    and source_ref = %(source_ref)s and replaced_by is null;

-- add :one
-- How far the word of some sources counts from now on; when that was decided.
insert into source_trusts (
    tenant_id, decision_id, scope_id, source_kind, source_ref, trust, reason, decided_by_kind, decided_by_ref
)
values (
    %(tenant_id)s, %(decision_id)s, %(scope_id)s, %(source_kind)s, %(source_ref)s, %(trust)s, %(reason)s,
    %(decided_by_kind)s, %(decided_by_ref)s
)
returning decided_at;

-- slots_said_by :many
-- The slots that sources of a kind, or one of them, have ever spoken about, by subject.
select distinct a.slot_key, a.subject_key, a.predicate
from documents d
join assertions a on a.tenant_id = d.tenant_id and a.doc_id = d.doc_id
where d.tenant_id = %(tenant_id)s and d.scope_id = %(scope_id)s and d.source_kind = %(source_kind)s
    and %(source_ref)s in ('', d.source_ref)
order by a.subject_key, a.slot_key;

-- documents_of :one
-- How many documents these sources have.
select count(*)
from documents
where tenant_id = %(tenant_id)s and scope_id = %(scope_id)s and source_kind = %(source_kind)s
    and %(source_ref)s in ('', source_ref) and deleted_at is null;

-- decisions :many
-- The decisions about the trust in sources that a reader of these scopes may see, the latest first.
select decision_id, source_kind, nullif(source_ref, '') as source_ref, trust, reason, decided_by_kind,
    decided_by_ref, decided_at, replaced_by
from source_trusts
where tenant_id = %(tenant_id)s and scope_id = any(%(scope_ids)s)
    and (%(decided_before)s::timestamptz is null
        or (decided_at, decision_id) < (%(decided_before)s, %(before_id)s::uuid))
order by decided_at desc, decision_id desc
limit %(most)s;
