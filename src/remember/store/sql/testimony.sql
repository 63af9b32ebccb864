-- trust(document) :macro
-- How far a document's source is trusted: by a decision about it, else about its kind, else it is taken at its word.
coalesce(
    (
        select t.trust
        from source_trusts t
        where t.tenant_id = $document.tenant_id and t.scope_id = $document.scope_id
            and t.source_kind = $document.source_kind and t.source_ref in ($document.source_ref, '')
            and t.replaced_by is null
        order by t.source_ref desc
        limit 1
    ),
    'asserted'
)

-- confirm_claims :many
-- Which of these claims still count and may be shown, and what each states.
select c.claim_id, c.statement_key
from claims c
join documents d on d.tenant_id = c.tenant_id and d.doc_id = c.doc_id
where c.tenant_id = %(tenant_id)s and c.claim_id = any(%(claim_ids)s) and c.scope_id = any(%(scope_ids)s)
    and c.is_current and d.deleted_at is null;

-- show_claims :many
-- Claims with their place and their words in the version that is served, else in another that is kept, else
-- where they were first read, and, where `grouped`, who else states the same.
select c.claim_id, c.doc_id, coalesce(o.chunk_id, c.chunk_id) as chunk_id, c.claim_text,
    coalesce(o.said, c.source_span) as source_span, c.char_start as first_start,
    coalesce(o.char_start, c.char_start) as char_start,
    case when o.said is null then c.evidence_spans else array[o.char_start, o.char_end] end as evidence_spans,
    coalesce(o.chunk_id <> c.chunk_id and o.said is null, false) as is_moved, o.chunk_start, o.chunk_end,
    c.is_attributed, c.is_current, c.asserted_at, c.valid_from, c.valid_until, c.valid_precision, c.valid_kind,
    d.title, d.source_kind,
    $trust(d) as trust,
    v.version_id, v.representation_id, r.text_hash, c.speaker,
    g.documents, g.others
from claims c
join documents d on d.tenant_id = c.tenant_id and d.doc_id = c.doc_id
left join lateral (
    select k.chunk_id, k.version_id, k.char_start, k.char_end, k.said, h.char_start as chunk_start,
        h.char_end as chunk_end
    from chunk_claims k
    join chunks h on h.tenant_id = k.tenant_id and h.chunk_id = k.chunk_id
    join versions w on w.tenant_id = k.tenant_id and w.version_id = k.version_id
    where k.tenant_id = c.tenant_id and k.claim_id = c.claim_id
    order by coalesce(k.version_id = d.serving_version_id, false) desc, w.deleted_at is null desc,
        k.said is null desc, (k.chunk_id = c.chunk_id) desc, k.char_start
    limit 1
) o on true
left join versions v on v.tenant_id = c.tenant_id and v.version_id = coalesce(o.version_id, c.version_id)
left join representations r on r.tenant_id = v.tenant_id and r.representation_id = v.representation_id
left join lateral (
    select count(distinct s.doc_id) as documents,
        array_agg(s.claim_id order by s.asserted_at, s.claim_id) filter (where s.claim_id <> c.claim_id) as others
    from claims s
    join documents e on e.tenant_id = s.tenant_id and e.doc_id = s.doc_id
    where %(grouped)s and s.tenant_id = c.tenant_id and s.statement_key = c.statement_key and s.is_current
        and s.scope_id = any(%(scope_ids)s) and e.deleted_at is null
) g on true
where c.tenant_id = %(tenant_id)s and c.claim_id = any(%(claim_ids)s) and c.scope_id = any(%(scope_ids)s)
    and d.deleted_at is null;

-- confirm_chunks :many
-- Which of these passages are served and may be shown.
select h.chunk_id
from chunks h
join documents d on d.tenant_id = h.tenant_id and d.doc_id = h.doc_id
where h.tenant_id = %(tenant_id)s and h.chunk_id = any(%(chunk_ids)s) and h.scope_id = any(%(scope_ids)s)
    and h.serving and d.deleted_at is null;

-- show_chunks :many
-- Passages with what is known of their version and document.
select h.chunk_id, h.doc_id, h.version_id, v.representation_id, h.chunk_text, h.context_prefix, h.char_start,
    h.char_end, h.section_role, d.title, d.source_kind, v.source_modified_at, v.published_at, r.text_hash,
    $trust(d) as trust
from chunks h
join documents d on d.tenant_id = h.tenant_id and d.doc_id = h.doc_id
join versions v on v.tenant_id = h.tenant_id and v.version_id = h.version_id
join representations r on r.tenant_id = v.tenant_id and r.representation_id = v.representation_id
where h.tenant_id = %(tenant_id)s and h.chunk_id = any(%(chunk_ids)s) and h.scope_id = any(%(scope_ids)s)
    and h.serving and d.deleted_at is null;

-- chunks_around :many
-- A passage and its neighbours in the same version, in order; none for a passage that nobody may see.
select n.chunk_id
from chunks h
join documents d on d.tenant_id = h.tenant_id and d.doc_id = h.doc_id
join chunks n
    on n.tenant_id = h.tenant_id and n.version_id = h.version_id
    and n.ordinal between h.ordinal - %(window)s and h.ordinal + %(window)s
where h.tenant_id = %(tenant_id)s and h.chunk_id = %(chunk_id)s and h.scope_id = any(%(scope_ids)s)
    and d.deleted_at is null
order by n.ordinal;

-- claims_naming :many
-- The claims that count now and mention one of these entities.
select distinct c.claim_id
from mentions m
join claims c on c.tenant_id = m.tenant_id and c.claim_id = m.claim_id
where m.tenant_id = %(tenant_id)s and m.entity_id = any(%(entity_ids)s) and c.is_current
    and c.scope_id = any(%(scope_ids)s);

-- chunks_naming :many
-- The served passages that carry a claim which mentions one of these entities.
select distinct h.chunk_id
from mentions m
join chunk_claims k on k.tenant_id = m.tenant_id and k.claim_id = m.claim_id
join chunks h on h.tenant_id = k.tenant_id and h.chunk_id = k.chunk_id
where m.tenant_id = %(tenant_id)s and m.entity_id = any(%(entity_ids)s) and h.serving
    and h.scope_id = any(%(scope_ids)s);
