-- Since when a fact's own row says what is believed of it: since when its newest revision is believed, and since
-- when the same claims speak for it. A read as of a belief later than that needs no revision and no
-- links. Infinity: nothing is known, and the read looks them up.
alter table facts
    add column believed_since timestamptz not null default 'infinity',
    add column counted_since timestamptz not null default 'infinity';

-- Rows that are written anew are entered into every index, which by meaning takes longer than to make it again.
drop index facts_by_embedding;
update facts f
set believed_since = n.revised, counted_since = n.counted
from (
    select r.tenant_id, r.fact_id, lower(r.believed) as revised,
        (
            select max(greatest(lower(e.linked), upper(e.linked), lower(y.during), upper(y.during)))
            from fact_evidence e
            join claim_currency y on y.tenant_id = e.tenant_id and y.claim_id = e.claim_id
            where e.tenant_id = r.tenant_id and e.fact_id = r.fact_id and e.stance = 'supports'
        ) as counted
    from fact_revisions r
    where upper_inf(r.believed)
) n
where f.tenant_id = n.tenant_id and f.fact_id = n.fact_id and f.invalidated_at is null and n.counted is not null;
create index facts_by_embedding on facts using hnsw (embedding halfvec_cosine_ops) where invalidated_at is null;

-- What a fact was held to be last before an instant, found in one step however often it was revised.
create index fact_revisions_of_fact on fact_revisions (tenant_id, fact_id, lower(believed));
