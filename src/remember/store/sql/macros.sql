-- What statements of several files say alike. Whoever they are about, they say it of the tenant that is asked for.

-- when_asked(row) :macro
-- Whether a fact or revision meets the time asked about: in the world, and by when it was said.
(
    ($row.valid is null or $row.valid && tstzrange(%(first)s, %(last)s, '[]'))
    and ($row.said is null or $row.said && tstzrange(%(first)s, %(last)s, '[]'))
)

-- held(fact) :macro
-- Whether a fact is held now, and something supports it or it is held although its support was withdrawn.
(
    $fact.invalidated_at is null and $fact.merged_into is null
    and ($fact.evidence_count > 0 or $fact.support = 'withdrawn')
)

-- told(fact) :macro
-- Whether a document that is still there speaks, or spoke, for a fact; as in the view `told_facts`.
(
    $fact.support = 'withdrawn' or exists (
        select
        from fact_evidence e
        join documents d on d.tenant_id = e.tenant_id and d.doc_id = e.doc_id
        where e.tenant_id = %(tenant_id)s and e.fact_id = $fact.fact_id and e.stance = 'supports'
            and d.deleted_at is null
    )
)

-- support_then(fact_id, at) :macro
-- The documents that supported a fact at an instant of belief and are still there, once a claim.
select e.doc_id
from fact_evidence e
join claim_currency y on y.tenant_id = e.tenant_id and y.claim_id = e.claim_id
join documents d on d.tenant_id = e.tenant_id and d.doc_id = e.doc_id
where e.tenant_id = %(tenant_id)s and e.fact_id = $fact_id and e.stance = 'supports' and e.linked @> $at
    and y.during @> $at and d.deleted_at is null

-- count_then(fact_id, at) :macro
-- How many documents supported a fact at an instant of belief: of those that are still there, and of all.
select count(distinct e.doc_id) filter (where d.deleted_at is null) as documents, count(distinct e.doc_id) as ever
from fact_evidence e
join claim_currency y on y.tenant_id = e.tenant_id and y.claim_id = e.claim_id
join documents d on d.tenant_id = e.tenant_id and d.doc_id = e.doc_id
where e.tenant_id = %(tenant_id)s and e.fact_id = $fact_id and e.stance = 'supports' and e.linked @> $at
    and y.during @> $at

-- is_row_of_then(fact) :macro
-- Whether a fact's own row has what was believed of it then: no revision began or ended since.
($fact.invalidated_at is null and $fact.believed_since <= %(believed_at)s::timestamptz)

-- is_count_of_then(fact) :macro
-- Whether a fact's own row has how many documents supported it then: the same claims have counted since.
($fact.invalidated_at is null and $fact.counted_since <= %(believed_at)s::timestamptz)

-- revision_then(fact) :macro
-- What a fact was held to be then, from its own row or else from its revisions; no row, where it was not held.
lateral (
    select $fact.valid, $fact.valid_precision, $fact.said, $fact.contradiction_group, $fact.support
    where $is_row_of_then($fact)
    union all
    select v.valid, v.valid_precision, v.said, v.contradiction_group, v.support
    from ($last_revision($fact.fact_id, %(believed_at)s::timestamptz)) v
    where not $is_row_of_then($fact) and v.believed @> %(believed_at)s::timestamptz
)

-- documents_then(fact) :macro
-- How many documents supported a fact then, from its own row or else from its links: of those that are still
-- there, and of all.
lateral (
    select $fact.evidence_count as documents, $fact.evidence_count as ever
    where $is_count_of_then($fact)
    union all
    $count_then($fact.fact_id, %(believed_at)s::timestamptz)
    having not $is_count_of_then($fact)
)

-- counted_then :macro
-- The same from the links of all facts `held` at once, less those whose `documents` are known already.
select h.fact_id, count(distinct e.doc_id) filter (where d.deleted_at is null) as documents,
    count(distinct e.doc_id) as ever
from held h
join fact_evidence e on e.tenant_id = %(tenant_id)s and e.fact_id = h.fact_id and e.stance = 'supports'
join claim_currency y on y.tenant_id = e.tenant_id and y.claim_id = e.claim_id
join documents d on d.tenant_id = e.tenant_id and d.doc_id = e.doc_id
where h.documents is null and e.linked @> %(believed_at)s::timestamptz
    and y.during @> %(believed_at)s::timestamptz
group by h.fact_id

-- as_held(fact) :macro
-- What is told of a fact that is held now.
$fact.fact_id, $fact.kind, $fact.label, $fact.evidence_count, lower($fact.valid) as valid_from,
    upper($fact.valid) as valid_until, $fact.valid_precision, $fact.ingested_at, $fact.invalidated_at,
    $fact.contradiction_group, $fact.support

-- as_believed(documents) :macro
-- What is told of a fact `f` as its revision `r` had it, with the documents that supported it then.
f.fact_id, f.kind, f.label, $documents as evidence_count, lower(r.valid) as valid_from,
    upper(r.valid) as valid_until, r.valid_precision, f.ingested_at, null::timestamptz as invalidated_at,
    r.contradiction_group, r.support

-- listed :macro
-- What a list says of each of its facts.
fact_id, kind, label, evidence_count, valid_from, valid_until, valid_precision, ingested_at, invalidated_at,
    contradiction_group, support, weight, total

-- best_supported_first :macro
-- A page of facts from a position on, in the order of how many documents put each where it stands.
where %(after_weight)s::bigint is null
    or (-weight, ingested_at, fact_id) > (-%(after_weight)s::bigint, %(after_time)s::timestamptz, %(after_id)s::uuid)
order by weight desc, ingested_at, fact_id
limit %(most)s

-- last_revision(fact_id, at) :macro
-- What a fact was held to be at an instant of belief, or last before it.
select v.*
from fact_revisions v
where v.tenant_id = %(tenant_id)s and v.fact_id = $fact_id and lower(v.believed) <= $at
order by lower(v.believed) desc
limit 1

-- of_entities(role) :macro
-- The facts that have one of the entities asked for at such an end.
select l.fact_id
from fact_entities l
where l.tenant_id = %(tenant_id)s and l.entity_id = any(%(entity_ids)s) and l.role $role

-- belief :macro
-- The instant of belief that is asked for; now, where none is.
coalesce(%(believed_at)s::timestamptz, 'infinity')
