-- versions :many
-- The versions of a document, or one of them, with what is known of its text: the one that is served first, then
-- the newest; deleted ones last. Nothing of a deleted document.
select v.version_id, v.doc_id, v.version_no, d.title, v.status, v.error, v.parked,
    v.deleted_at is not null as is_deleted, v.extracted_chunks, r.text_hash, r.text_length, (
        select max(n.version_no)
        from versions n
        where n.tenant_id = v.tenant_id and n.doc_id = v.doc_id and n.deleted_at is null
    ) as newest_no
from versions v
join documents d on d.tenant_id = v.tenant_id and d.doc_id = v.doc_id
left join representations r on r.tenant_id = v.tenant_id and r.representation_id = v.representation_id
where v.tenant_id = %(tenant_id)s and d.scope_id = any(%(scope_ids)s) and d.deleted_at is null
    and (v.version_id = %(version_id)s::uuid or v.doc_id = %(doc_id)s::uuid)
order by v.deleted_at is not null, (v.version_id = d.serving_version_id) is not true, v.version_no desc
limit %(most)s;

-- holding :many
-- The served passages that hold all of these words, after one of them.
select h.chunk_id, h.version_id, h.char_start, h.chunk_text
from chunks h
join documents d on d.tenant_id = h.tenant_id and d.doc_id = h.doc_id
where h.tenant_id = %(tenant_id)s and h.scope_id = any(%(scope_ids)s) and h.serving and d.deleted_at is null
    and h.terms @> %(terms)s::integer[] and (%(after)s::uuid is null or h.chunk_id > %(after)s)
order by h.chunk_id
limit %(most)s;

-- claims_in :many
-- What was read from a stretch of a version's text, in its order, with how many claims there are; of each why it
-- counts no more, and how many facts rest on it.
select c.claim_id, c.claim_text, o.char_start, o.char_end, c.is_current and not t.is_retracted as counts,
    case when t.is_retracted then 'retracted' else y.ended end as ended, (
        select count(distinct f.fact_id)
        from fact_evidence e
        join facts f on f.tenant_id = e.tenant_id and f.fact_id = e.fact_id and f.invalidated_at is null
        where e.tenant_id = %(tenant_id)s and e.claim_id = c.claim_id and e.stance = 'supports'
            and upper_inf(e.linked)
    ) as facts, count(*) over () as total
from chunk_claims o
join claims c on c.tenant_id = o.tenant_id and c.claim_id = o.claim_id
left join lateral (
    select k.ended
    from claim_currency k
    where k.tenant_id = c.tenant_id and k.claim_id = c.claim_id
    order by lower(k.during) desc
    limit 1
) y on true
cross join lateral (
    select exists (
        select
        from retractions x
        where x.tenant_id = c.tenant_id and x.claim_id = c.claim_id and x.restored_at is null
    ) as is_retracted
) t
where o.tenant_id = %(tenant_id)s and o.version_id = %(version_id)s and o.char_start < %(char_end)s
    and o.char_end > %(char_start)s and c.scope_id = any(%(scope_ids)s)
order by o.char_start, o.char_end, c.claim_id
limit %(most)s;

-- decisions_in :many
-- What was decided about a stretch of a version's text, in its order, with how many decisions there are.
select x.decision, x.reason, x.char_start, x.char_end, x.extractor_version, x.decided_at, x.detail,
    count(*) over () as total
from extraction_decisions x
where x.tenant_id = %(tenant_id)s and x.version_id = %(version_id)s and x.char_start < %(char_end)s
    and x.char_end > %(char_start)s
order by x.char_start, x.char_end, x.decided_at, x.decision_id
limit %(most)s;

-- is_read :one
-- Whether every passage that reaches into a stretch of a version's text was read for claims, and there is one.
select coalesce(bool_and(h.ordinal < v.extracted_chunks), false)
from versions v
left join chunks h
    on h.tenant_id = v.tenant_id and h.version_id = v.version_id and h.char_start < %(char_end)s
    and h.char_end > %(char_start)s
where v.tenant_id = %(tenant_id)s and v.version_id = %(version_id)s;
