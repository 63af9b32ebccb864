-- fact :maybe
-- A fact of one kind as it was believed at an instant (left out: as it is), or, where it had been closed by
-- then, as it was last believed. `heard_at` is the instant whose testimony that rests on, `holds` whether
-- its window covers the time asked about. Nothing for a fact that only deleted documents spoke of.
select f.fact_id, f.kind, f.label, n.documents as evidence_count, lower(r.valid) as valid_from,
    upper(r.valid) as valid_until, r.valid_precision, f.ingested_at,
    case when not r.believed @> b.at then upper(r.believed) end as invalidated_at, r.contradiction_group,
    r.support, case when not r.believed @> b.at then upper(r.believed) - interval '1 microsecond'
        when %(believed_at)s::timestamptz is not null then b.at end as heard_at,
    $when_asked(r) as holds
from (select $belief as at) b
join facts f on f.tenant_id = %(tenant_id)s and f.fact_id = %(fact_id)s
cross join lateral ($last_revision(f.fact_id, b.at)) r
cross join lateral ($count_then(f.fact_id, b.at)) n
where (%(kind)s::text is null or f.kind = %(kind)s) and f.scope_id = any(%(scope_ids)s)
    and $told(f);

-- links :many
-- A page of the claims that bear on a fact at an instant: supporting ones first, a document at a time, the latest
-- said first; `counts` says whether a claim counts as testimony. Of a fact that is closed or withdrawn, those
-- that bore on it last. Places count deleted documents too, so that none moves when one is deleted.
select claim_id, stance, counts, place, supporting, contradicting
from (
    select e.claim_id, e.stance, e.counts, d.deleted_at,
        count(*) filter (where d.deleted_at is null and e.stance = 'supports') over () as supporting,
        count(*) filter (where d.deleted_at is null and e.stance = 'contradicts') over () as contradicting,
        row_number() over (order by e.stance desc, e.nth_of_document, e.asserted_at desc nulls last, e.claim_id) as place
    from (
        select l.tenant_id, l.claim_id, l.doc_id, l.stance, c.asserted_at, y.claim_id is not null as counts,
            row_number() over (
                partition by l.stance, l.doc_id order by c.asserted_at desc nulls last, c.claim_id
            ) as nth_of_document
        from fact_evidence l
        join claims c on c.tenant_id = l.tenant_id and c.claim_id = l.claim_id
        left join claim_currency y
            on y.tenant_id = l.tenant_id and y.claim_id = l.claim_id
            and y.during @> $belief
        where l.tenant_id = %(tenant_id)s and l.fact_id = %(fact_id)s
            and l.linked @> coalesce(%(heard_at)s::timestamptz, 'infinity') and c.scope_id = any(%(scope_ids)s)
    ) e
    join documents d on d.tenant_id = e.tenant_id and d.doc_id = e.doc_id
    where e.counts or %(ended)s
) placed
where deleted_at is null and place > %(after)s
order by place
limit %(most)s;

-- decisions :many
-- A page of the decisions about a fact, the latest first. The claim that led to one is named while its
-- document is there.
select adjudication_id, related_fact_id, claim_id, outcome, method, features, decided_by, decided_at, total
from (
    select a.adjudication_id, a.related_fact_id, c.claim_id, a.outcome, a.method, a.features, a.decided_by,
        a.decided_at, count(*) over () as total
    from adjudications a
    left join (
        select k.claim_id
        from claims k
        join documents d on d.tenant_id = k.tenant_id and d.doc_id = k.doc_id
        where k.tenant_id = %(tenant_id)s and d.deleted_at is null
    ) c on c.claim_id = a.claim_id
    where a.tenant_id = %(tenant_id)s and a.fact_id = %(fact_id)s
) decided
where %(before_time)s::timestamptz is null
    or (decided_at, adjudication_id) < (%(before_time)s::timestamptz, %(before_id)s::uuid)
order by decided_at desc, adjudication_id desc
limit %(most)s;
