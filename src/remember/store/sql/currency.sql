-- not_carried :many
-- Claims of a document that count now and that no passage of this version carries.
select c.claim_id
from claims c
where c.tenant_id = %(tenant_id)s and c.doc_id = %(doc_id)s and c.is_current
    and not exists (
        select from chunk_claims o
        where o.tenant_id = c.tenant_id and o.claim_id = c.claim_id and o.version_id = %(version_id)s
    );

-- of_document :many
-- Claims of a document that count now.
select claim_id from claims where tenant_id = %(tenant_id)s and doc_id = %(doc_id)s and is_current;

-- end_events :none
-- These claims stop counting, and why.
update claim_currency
set during = tstzrange(lower(during), %(stamp)s), ended = %(reason)s
where tenant_id = %(tenant_id)s and claim_id = any(%(claim_ids)s) and upper_inf(during);

-- end_copies :none
-- Bring the copy of that on the claims up to now.
update claims set is_current = false
where tenant_id = %(tenant_id)s and claim_id = any(%(claim_ids)s) and is_current;

-- count_terms :none
-- Tell the word statistics which claims went.
insert into term_changes (tenant_id, corpus, terms, rows, words)
select tenant_id, 'claims', terms, -1, -word_count
from claims
where tenant_id = %(tenant_id)s and claim_id = any(%(claim_ids)s);
