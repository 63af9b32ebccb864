-- changes :many
-- A page of what changed about what is held true, the latest first: of some facts or of all, after one belief
-- time and up to another, each with how it was held before and after. Nothing about a fact that only deleted
-- documents spoke of. A fact is superseded where another of its slot begins as it ends.
with moments as materialized (
    select r.fact_id, lower(r.believed) as at, r.revision_no - 1 as before_no, r.revision_no as after_no
    from fact_revisions r
    where r.tenant_id = %(tenant_id)s and (%(fact_ids)s::uuid[] is null or r.fact_id = any(%(fact_ids)s))
        and (%(after)s::timestamptz is null or lower(r.believed) > %(after)s)
        and lower(r.believed) <= %(until)s::timestamptz
    union all
    select r.fact_id, upper(r.believed), r.revision_no, null
    from fact_revisions r
    where r.tenant_id = %(tenant_id)s and (%(fact_ids)s::uuid[] is null or r.fact_id = any(%(fact_ids)s))
        and not upper_inf(r.believed)
        and (%(after)s::timestamptz is null or upper(r.believed) > %(after)s)
        and upper(r.believed) <= %(until)s::timestamptz
        and not exists (
            select
            from fact_revisions n
            where n.tenant_id = %(tenant_id)s and n.fact_id = r.fact_id and n.revision_no = r.revision_no + 1
                and lower(n.believed) = upper(r.believed)
        )
),
seen as (
    select t.at, f.fact_id, f.kind, f.label, a.cause, a.caused_by,
        b.fact_id is not null as was_held, lower(b.valid) as from_before, upper(b.valid) as until_before,
        b.valid_precision as precision_before, lower(b.said) as said_since_before,
        upper(b.said) as said_until_before, b.contradiction_group as group_before, b.support as support_before,
        a.fact_id is not null as is_held, lower(a.valid) as from_after, upper(a.valid) as until_after,
        a.valid_precision as precision_after, lower(a.said) as said_since_after, upper(a.said) as said_until_after,
        a.contradiction_group as group_after, a.support as support_after,
        upper(b.believed) < t.at as was_closed,
        a.valid is distinct from b.valid as is_redated,
        upper(a.valid) is not null and upper(b.valid) is null
            and lower(a.valid) is not distinct from lower(b.valid) as is_ended,
        upper(a.said) is not null and upper(b.said) is null as is_outspoken,
        n.fact_id as next_id, n.label as next_label, m.fact_id as heir_id, m.label as heir_label
    from moments t
    join told_facts f on f.tenant_id = %(tenant_id)s and f.fact_id = t.fact_id
    left join fact_revisions b
        on b.tenant_id = f.tenant_id and b.fact_id = t.fact_id and b.revision_no = t.before_no
    left join fact_revisions a
        on a.tenant_id = f.tenant_id and a.fact_id = t.fact_id and a.revision_no = t.after_no
    left join lateral (
        select o.fact_id, o.label
        from told_facts o
        join fact_revisions s on s.tenant_id = o.tenant_id and s.fact_id = o.fact_id and s.believed @> t.at
        where o.tenant_id = f.tenant_id and o.slot_key = f.slot_key and o.fact_id <> f.fact_id
            and (upper(a.valid) is not null or upper(a.said) is not null)
            and (lower(s.valid) = upper(a.valid) or lower(s.said) = upper(a.said))
        order by o.fact_id
        limit 1
    ) n on true
    left join lateral (
        select o.fact_id, o.label
        from adjudications j
        join told_facts o on o.tenant_id = j.tenant_id and o.fact_id = j.related_fact_id
        where a.fact_id is null and j.tenant_id = f.tenant_id and j.fact_id = f.fact_id and j.decided_at = t.at
            and j.outcome = 'merged'
        limit 1
    ) m on true
    where f.scope_id = any(%(scope_ids)s)
        and (%(first)s::timestamptz is null and %(last)s::timestamptz is null
            or coalesce(a.valid, b.valid) is null
            or coalesce(a.valid, b.valid) && tstzrange(%(first)s, %(last)s, '[]')
            or b.valid && tstzrange(%(first)s, %(last)s, '[]'))
),
named as (
    select s.*, array_remove(array[
        case when not s.was_held then 'added' end,
        case when s.was_closed then 'reopened' end,
        case when not s.is_held then case when s.heir_id is null then 'retracted' else 'merged' end end,
        case when s.is_held and s.was_held and (s.is_ended or s.is_outspoken)
            then case when s.next_id is null then 'ended' else 'superseded' end end,
        case when s.is_held and s.was_held and s.is_redated and not s.is_ended then 'redated' end,
        case when s.group_after is not null and s.group_after is distinct from s.group_before
            then 'contradicted' end,
        case when s.is_held and s.group_before is not null and s.group_after is null then 'settled' end,
        case when s.support_after = 'withdrawn' and s.support_before <> 'withdrawn' then 'withdrawn' end,
        case when s.support_after = 'current' and s.support_before = 'withdrawn' then 'restored' end
    ], null) as what
    from seen s
),
told as (
    select n.*, case when n.what = '{}' then array['moved'] else n.what end as kinds
    from named n
)
select t.at, t.fact_id, t.kind, t.label, t.kinds, t.cause, t.caused_by, t.was_held, t.from_before, t.until_before,
    t.precision_before, t.said_since_before, t.said_until_before, t.group_before, t.support_before, t.is_held,
    t.from_after, t.until_after, t.precision_after, t.said_since_after, t.said_until_after, t.group_after,
    t.support_after, coalesce(t.heir_id, case when t.kinds && '{superseded}' then t.next_id end) as related_id,
    coalesce(t.heir_label, case when t.kinds && '{superseded}' then t.next_label end) as related_label, t.total
from (
    select k.*, count(*) over () as total
    from told k
    where %(kinds)s::text[] is null or k.kinds && %(kinds)s
) t
where %(before_time)s::timestamptz is null
    or (t.at, t.fact_id) < (%(before_time)s::timestamptz, %(before_id)s::uuid)
order by t.at desc, t.fact_id desc
limit %(most)s;

-- about :many
-- The facts that have one of these entities at an end.
select distinct l.fact_id
from fact_entities l
where l.tenant_id = %(tenant_id)s and l.entity_id = any(%(entity_ids)s) and l.role <> 'mentioned';

-- grounds :many
-- For what changed about facts at some instants: the decisions of that save, and the first claims that came to
-- bear on each fact in it, with how many did. Only claims of documents that are there and may be seen.
select t.fact_id, t.at, j.outcome, j.method, j.decided_by, c.claim_ids, c.claims
from unnest(%(fact_ids)s::uuid[], %(times)s::timestamptz[]) t (fact_id, at)
left join lateral (
    select a.outcome, a.method, a.decided_by
    from adjudications a
    where a.tenant_id = %(tenant_id)s and a.fact_id = t.fact_id and a.decided_at = t.at
    order by a.outcome = 'noop', a.adjudication_id
    limit 1
) j on true
cross join lateral (
    select (array_agg(k.claim_id order by k.asserted_at, k.claim_id))[1:%(most)s] as claim_ids, count(*) as claims
    from fact_evidence e
    join claims k on k.tenant_id = e.tenant_id and k.claim_id = e.claim_id
    join documents d on d.tenant_id = e.tenant_id and d.doc_id = e.doc_id
    where e.tenant_id = %(tenant_id)s and e.fact_id = t.fact_id and lower(e.linked) = t.at
        and k.scope_id = any(%(scope_ids)s) and d.deleted_at is null
) c;

-- beside(theirs, mine) :macro
-- The other fact of the slot of `f` that has an end of its own where `r` has its other one.
select t.fact_id, t.label
from told_facts t
join fact_revisions s on s.tenant_id = t.tenant_id and s.fact_id = t.fact_id and s.believed @> b.at
where t.tenant_id = f.tenant_id and t.slot_key = f.slot_key and t.fact_id <> f.fact_id and r.believed @> b.at
    and ($theirs(s.valid) = $mine(r.valid) or $theirs(s.said) = $mine(r.said))
order by t.fact_id
limit 1

-- place :one
-- Where a fact stands among the others of its slot, as it is held or was last held at an instant of belief (left
-- out: now): who and what it is about today, what begins as it ends, and what ended as it begins.
select p.survivor_id as subject_id, f.predicate, o.survivor_id as object_id, f.polarity as positive, f.slot_key,
    lower(r.said) as said_since, upper(r.said) as said_until, f.split_from, n.fact_id as next_id,
    n.label as next_label, e.fact_id as earlier_id, e.label as earlier_label, m.fact_id as heir_id,
    m.label as heir_label, j.decided_by as closed_by
from (select $belief as at) b
join facts f on f.tenant_id = %(tenant_id)s and f.fact_id = %(fact_id)s
cross join lateral ($last_revision(f.fact_id, b.at)) r
left join entity_survivors p on p.tenant_id = f.tenant_id and p.entity_id = f.subject_entity_id
left join entity_survivors o on o.tenant_id = f.tenant_id and o.entity_id = f.object_entity_id
left join lateral ($beside(lower, upper)) n on true
left join lateral ($beside(upper, lower)) e on true
left join lateral (
    select a.related_fact_id, a.decided_by
    from adjudications a
    where a.tenant_id = f.tenant_id and a.fact_id = f.fact_id and a.decided_at = upper(r.believed)
        and not r.believed @> b.at
    order by a.adjudication_id
    limit 1
) j on true
left join told_facts m on m.tenant_id = f.tenant_id and m.fact_id = j.related_fact_id;

-- rivals :many
-- The other facts that were held in a slot at an instant of belief (left out: now), in the order of the world, with
-- how many there are.
select h.fact_id, h.kind, h.label, n.documents as evidence_count, h.valid_from, h.valid_until, h.valid_precision,
    h.ingested_at, null::timestamptz as invalidated_at, h.contradiction_group, h.support, h.total
from (
    select t.fact_id, t.kind, t.label, lower(r.valid) as valid_from, upper(r.valid) as valid_until,
        r.valid_precision, f.ingested_at, r.contradiction_group, r.support, count(*) over () as total
    from (select $belief as at) b
    join told_facts t on t.tenant_id = %(tenant_id)s and t.slot_key = %(slot_key)s
    join facts f on f.tenant_id = t.tenant_id and f.fact_id = t.fact_id
    join fact_revisions r on r.tenant_id = t.tenant_id and r.fact_id = t.fact_id and r.believed @> b.at
    where t.fact_id <> %(fact_id)s and t.scope_id = any(%(scope_ids)s)
    order by lower(r.valid), lower(r.said), t.fact_id
    limit %(most)s
) h
cross join lateral ($count_then(h.fact_id, $belief)) n
order by h.valid_from, h.fact_id;
