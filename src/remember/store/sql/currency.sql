-- not_carried :many
-- Claims of a document that count now and that no passage of these versions carries.
select c.claim_id
from claims c
where c.tenant_id = %(tenant_id)s and c.doc_id = %(doc_id)s and c.is_current
    and not exists (
        select from chunk_claims o
        where o.tenant_id = c.tenant_id and o.claim_id = c.claim_id and o.version_id = any(%(version_ids)s)
    );

-- silent :many
-- Claims that passages of these versions carry and that do not count, because another version went or came.
select distinct c.claim_id
from chunk_claims o
join claims c on c.tenant_id = o.tenant_id and c.claim_id = o.claim_id and not c.is_current
where o.tenant_id = %(tenant_id)s and o.version_id = any(%(version_ids)s)
    and (
        select y.ended
        from claim_currency y
        where y.tenant_id = c.tenant_id and y.claim_id = c.claim_id
        order by y.during desc
        limit 1
    ) in ('version_superseded', 'version_deleted');

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

-- begin_again :none
-- These claims count again.
insert into claim_currency (tenant_id, claim_id, doc_id, during, began)
select tenant_id, claim_id, doc_id, tstzrange(%(stamp)s, null), 'restored'
from claims
where tenant_id = %(tenant_id)s and claim_id = any(%(claim_ids)s);

-- begin_copies :none
-- Bring the copy of that on the claims up to now.
update claims set is_current = true
where tenant_id = %(tenant_id)s and claim_id = any(%(claim_ids)s);

-- count_terms :none
-- Tell the word statistics which claims came (1) or went (-1).
insert into term_changes (tenant_id, corpus, terms, rows, words)
select tenant_id, 'claims', terms, %(sign)s, %(sign)s * word_count
from claims
where tenant_id = %(tenant_id)s and claim_id = any(%(claim_ids)s);
