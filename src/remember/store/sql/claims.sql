-- add :none
-- A claim as it was read; it counts from now on.
insert into claims (
    tenant_id, claim_id, doc_id, scope_id, version_id, chunk_id, char_start, char_end, claim_text, source_span,
    evidence_spans, added_context, is_attributed, is_hedged, speaker, asserted_at, valid_from, valid_until,
    valid_precision, valid_kind, statement_key, extractor_version, is_current, terms, frequencies, word_count,
    embedding, wording
)
values (
    %(tenant_id)s, %(claim_id)s, %(doc_id)s, %(scope_id)s, %(version_id)s, %(chunk_id)s, %(char_start)s,
    %(char_end)s, %(claim_text)s, %(source_span)s, %(evidence_spans)s, %(added_context)s::jsonb,
    %(is_attributed)s, %(is_hedged)s, %(speaker)s, %(asserted_at)s, %(valid_from)s, %(valid_until)s,
    %(valid_precision)s, %(valid_kind)s, %(statement_key)s, %(extractor_version)s, true, %(terms)s,
    %(frequencies)s, %(word_count)s, %(embedding)s::halfvec, %(wording)s
);

-- add_occurrence :none
-- A passage carries a claim.
insert into chunk_claims (tenant_id, chunk_id, claim_id, version_id, char_start, char_end, said)
values (
    %(tenant_id)s, %(chunk_id)s, %(claim_id)s, %(version_id)s, %(char_start)s, %(char_end)s, %(said)s
)
on conflict do nothing;

-- begin_currency :none
-- New claims count from now on.
insert into claim_currency (tenant_id, claim_id, doc_id, during, began)
select %(tenant_id)s, claim_id, %(doc_id)s, tstzrange(clock_timestamp(), null), 'extracted'
from unnest(%(claim_ids)s::uuid[]) claim_id;

-- count_came :none
-- Tell the word statistics which claims came.
insert into term_changes (tenant_id, corpus, terms, rows, words)
select tenant_id, 'claims', terms, 1, word_count
from claims
where tenant_id = %(tenant_id)s and claim_id = any(%(claim_ids)s);

-- carry_occurrences :none
-- Passages that read the same as earlier ones carry the same claims, each at its place.
insert into chunk_claims (tenant_id, chunk_id, claim_id, version_id, char_start, char_end, said)
select o.tenant_id, p.new_chunk_id, o.claim_id, %(version_id)s, o.char_start + p.shift, o.char_end + p.shift,
    o.said
from unnest(%(old_chunk_ids)s::uuid[], %(new_chunk_ids)s::uuid[], %(shifts)s::bigint[])
    as p (old_chunk_id, new_chunk_id, shift)
join chunk_claims o on o.tenant_id = %(tenant_id)s and o.chunk_id = p.old_chunk_id
on conflict do nothing;

-- carry_decisions :none
-- What was decided about a passage holds for one that reads the same.
insert into extraction_decisions (
    tenant_id, decision_id, version_id, chunk_id, decision, reason, char_start, char_end, extractor_version,
    decided_at, detail
)
select d.tenant_id, gen_random_uuid(), %(version_id)s, p.new_chunk_id, d.decision, d.reason,
    d.char_start + p.shift, d.char_end + p.shift, d.extractor_version, d.decided_at, d.detail
from unnest(%(old_chunk_ids)s::uuid[], %(new_chunk_ids)s::uuid[], %(shifts)s::bigint[])
    as p (old_chunk_id, new_chunk_id, shift)
join extraction_decisions d on d.tenant_id = %(tenant_id)s and d.chunk_id = p.old_chunk_id;

-- made_before :many
-- Claims that an earlier version makes in these very words.
select distinct c.claim_id, c.claim_text, c.source_span, c.added_context, c.is_attributed, c.speaker,
    c.extractor_version
from chunk_claims o
join claims c on c.tenant_id = o.tenant_id and c.claim_id = o.claim_id
where o.tenant_id = %(tenant_id)s and o.version_id = %(version_id)s and c.source_span = any(%(source_spans)s)
    and c.is_current
order by c.claim_id;

-- made_in :many
-- Claims that a version makes and that count now, each with a passage that says it.
select distinct on (c.claim_id) h.reuse_key, c.claim_id, c.claim_text, c.is_attributed, c.is_hedged, c.speaker,
    c.asserted_at, c.valid_from, c.valid_until, c.valid_precision, c.valid_kind
from chunk_claims o
join chunks h on h.tenant_id = o.tenant_id and h.chunk_id = o.chunk_id
join claims c on c.tenant_id = o.tenant_id and c.claim_id = o.claim_id
where o.tenant_id = %(tenant_id)s and o.version_id = %(version_id)s and c.is_current
order by c.claim_id, h.ordinal
limit %(most)s;

-- occurring :many
-- Where a version says which claims, in the order of its text.
select o.chunk_id, o.claim_id, o.char_start, o.char_end, coalesce(o.said, c.source_span) as words, c.claim_text,
    c.source_span, c.is_current
from chunk_claims o
join claims c on c.tenant_id = o.tenant_id and c.claim_id = o.claim_id
where o.tenant_id = %(tenant_id)s and o.version_id = %(version_id)s
order by o.char_start, o.claim_id;

-- traced :many
-- The claims of a version and of the version that it carries on, each at its place in both.
with here as (
    select distinct on (o.claim_id) o.claim_id, o.char_start, o.char_end, o.said
    from chunk_claims o
    where o.tenant_id = %(tenant_id)s and o.version_id = %(version_id)s
    order by o.claim_id, o.said is null desc, o.char_start
),
was as (
    select distinct on (o.claim_id) o.claim_id, o.char_start, o.char_end, o.said
    from chunk_claims o
    where o.tenant_id = %(tenant_id)s and o.version_id = %(before_id)s
    order by o.claim_id, o.said is null desc, o.char_start
)
select c.claim_id, c.claim_text, c.is_current, h.char_start, h.char_end, w.char_start as was_start,
    w.char_end as was_end, coalesce(h.said, w.said, c.source_span) as source_span,
    h.claim_id is not null
        and coalesce(h.said, c.source_span) is distinct from coalesce(w.said, c.source_span) as is_reworded
from here h
full join was w on w.claim_id = h.claim_id
join claims c on c.tenant_id = %(tenant_id)s and c.claim_id = coalesce(h.claim_id, w.claim_id)
order by h.char_start, w.char_start, c.claim_id;

-- add_decision :none
-- Why a piece of text is no claim, or is one with a change.
insert into extraction_decisions (
    tenant_id, decision_id, version_id, chunk_id, decision, reason, char_start, char_end, extractor_version,
    detail
)
values (
    %(tenant_id)s, %(decision_id)s, %(version_id)s, %(chunk_id)s, %(decision)s, %(reason)s, %(char_start)s,
    %(char_end)s, %(extractor_version)s, %(detail)s
);

-- stood_in_for :many
-- The passages of a version that rules read because a model failed.
select chunk_id
from extraction_decisions
where tenant_id = %(tenant_id)s and version_id = %(version_id)s and decision = 'rules_stood_in';
