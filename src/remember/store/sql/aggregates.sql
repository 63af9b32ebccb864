-- counted_facts(fact) :macro
-- Whether a fact is of the predicate, kind and entities asked for.
(
    (%(predicate)s::text is null or $fact.predicate = %(predicate)s)
    and (%(kind)s::text is null or $fact.kind = %(kind)s)
    and (%(entity_ids)s::uuid[] is null or $fact.fact_id in ($of_entities(<> 'mentioned')))
)

-- grouped_facts(support) :macro
-- How many of the facts `held` fall into each group; `support` are the documents that support one.
select k.key, k.entity_id, count(distinct h.fact_id) as members
from held h
left join lateral (
    select h.predicate as key, null::uuid as entity_id
    where %(by)s::text = 'predicate'
    union all
    select h.kind, null
    where %(by)s::text = 'kind'
    union all
    select to_char(lower(h.valid) at time zone 'UTC', 'YYYY-MM'), null
    where %(by)s::text = 'month'
    union all
    select null, s.survivor_id
    from fact_entities l
    join entity_survivors s on s.tenant_id = l.tenant_id and s.entity_id = l.entity_id
    where %(by)s::text = 'entity' and l.tenant_id = %(tenant_id)s and l.fact_id = h.fact_id
        and l.role <> 'mentioned'
    union all
    select b.doc_id::text, null
    from ($support) b
    where %(by)s::text = 'document'
) k on true
group by k.key, k.entity_id

-- groups(members) :macro
-- A page of the groups `counted`, the largest first, with how many `members` and groups there are.
select g.key, g.entity_id, g.members, g.total, g.groups
from (
    select c.*, (select count(*) from $members) as total, count(*) over () as groups
    from counted c
) g
where %(after_count)s::bigint is null
    or (-g.members, (g.key is null)::integer, coalesce(g.key, '') collate "C",
            coalesce(g.entity_id::text, '') collate "C")
        > (-%(after_count)s::bigint, (%(after_key)s::text is null)::integer,
            coalesce(%(after_key)s::text, '') collate "C", coalesce(%(after_entity)s::uuid::text, '') collate "C")
order by g.members desc, g.key is null, g.key collate "C", g.entity_id
limit %(most)s

-- support_now(facts) :macro
-- The documents that are there and support facts, once a claim that counts.
select e.fact_id, e.doc_id
from fact_evidence e
join claims c on c.tenant_id = e.tenant_id and c.claim_id = e.claim_id
join documents d on d.tenant_id = e.tenant_id and d.doc_id = e.doc_id
where e.tenant_id = %(tenant_id)s and $facts and e.stance = 'supports' and upper_inf(e.linked) and c.is_current
    and d.deleted_at is null

-- facts_by :many
-- How many facts that hold for the time asked about fall into each group, the largest first, with how many facts
-- and how many groups there are. A fact is in every group that it belongs to, and in one without a key where it
-- belongs to none.
with held as materialized (
    select f.fact_id, f.kind, f.predicate, f.valid
    from facts f
    where f.tenant_id = %(tenant_id)s and f.scope_id = any(%(scope_ids)s) and $held(f) and $when_asked(f)
        and $counted_facts(f)
        and (%(doc_id)s::uuid is null or f.fact_id in (
            select s.fact_id from ($support_now(e.doc_id = %(doc_id)s)) s
        ))
),
counted as ($grouped_facts($support_now(e.fact_id = h.fact_id)))
$groups(held);

-- facts_by_as_of :many
-- The same as it was believed then, from documents that are still there.
with held as materialized (
    select f.fact_id, f.kind, f.predicate, r.valid
    from facts f
    join fact_revisions r
        on r.tenant_id = f.tenant_id and r.fact_id = f.fact_id and r.believed @> %(believed_at)s::timestamptz
    where f.tenant_id = %(tenant_id)s and f.scope_id = any(%(scope_ids)s) and $when_asked(r) and $counted_facts(f)
        and (r.support = 'withdrawn' and %(doc_id)s::uuid is null or exists (
            $support_then(f.fact_id, %(believed_at)s::timestamptz)
                and (%(doc_id)s::uuid is null or e.doc_id = %(doc_id)s)
        ))
),
counted as ($grouped_facts($support_then(h.fact_id, %(believed_at)s::timestamptz)))
$groups(held);

-- facts_by_state :many
-- How many facts that were ever held by an instant of belief (left out: by now) stand how at an instant of the
-- world, the most first.
with held as materialized (
    select f.fact_id, case
            when not r.believed @> b.at and t.merged then 'merged'
            when not r.believed @> b.at then 'retracted'
            when r.support = 'withdrawn' then 'withdrawn'
            when r.contradiction_group is not null then 'contradicted'
            when upper(r.valid) <= %(instant)s::timestamptz or upper(r.said) <= %(instant)s::timestamptz then 'over'
            when lower(r.valid) > %(instant)s::timestamptz then 'to_come'
            else 'held'
        end as state
    from (select coalesce(%(believed_at)s::timestamptz, 'infinity') as at) b
    join told_facts f on f.tenant_id = %(tenant_id)s
    cross join lateral ($last_revision(f.fact_id, b.at)) r
    cross join lateral (
        select exists (
            select
            from adjudications a
            where a.tenant_id = %(tenant_id)s and a.fact_id = f.fact_id and a.decided_at = upper(r.believed)
                and a.outcome = 'merged'
        ) as merged
    ) t
    where f.scope_id = any(%(scope_ids)s) and $counted_facts(f)
        and (%(doc_id)s::uuid is null or f.fact_id in (
            select e.fact_id
            from fact_evidence e
            where e.tenant_id = %(tenant_id)s and e.doc_id = %(doc_id)s and e.stance = 'supports'
        ))
)
select h.state as key, null::uuid as entity_id, count(*) as members, (select count(*) from held) as total,
    count(*) over () as groups
from held h
group by h.state
order by count(*) desc, h.state;

-- claims_by :many
-- How many claims that counted at an instant of belief (left out: now) and were said by an instant fall into each
-- group, the largest first. By state, every claim is counted: as one that counts, or by why it counts no more.
with said as materialized (
    select c.claim_id, c.doc_id, c.asserted_at, y.ended
    from (select coalesce(%(believed_at)s::timestamptz, 'infinity') as at) b
    join claims c on c.tenant_id = %(tenant_id)s
    join documents d on d.tenant_id = c.tenant_id and d.doc_id = c.doc_id
    cross join lateral (
        select case when k.during @> b.at then 'counts' else k.ended end as ended
        from claim_currency k
        where k.tenant_id = c.tenant_id and k.claim_id = c.claim_id and lower(k.during) <= b.at
        order by lower(k.during) desc
        limit 1
    ) y
    where c.scope_id = any(%(scope_ids)s) and d.deleted_at is null
        and (y.ended = 'counts' or %(by)s::text = 'state')
        and (%(said_by)s::timestamptz is null or c.asserted_at is null or c.asserted_at <= %(said_by)s)
        and (%(doc_id)s::uuid is null or c.doc_id = %(doc_id)s)
        and (%(predicate)s::text is null or exists (
            select
            from assertions a
            where a.tenant_id = c.tenant_id and a.claim_id = c.claim_id and a.predicate = %(predicate)s
                and a.supposed is distinct from 'if_told'
        ))
        and (%(kind)s::text is null or exists (
            select
            from assertions a
            where a.tenant_id = c.tenant_id and a.claim_id = c.claim_id and a.kind = %(kind)s
                and a.supposed is distinct from 'if_told'
        ))
        and (%(entity_ids)s::uuid[] is null or exists (
            select
            from mentions m
            where m.tenant_id = c.tenant_id and m.claim_id = c.claim_id and m.entity_id = any(%(entity_ids)s)
        ))
),
counted as (
    select k.key, k.entity_id, count(distinct s.claim_id) as members
    from said s
    left join lateral (
        select s.ended as key, null::uuid as entity_id
        where %(by)s::text = 'state'
        union all
        select to_char(s.asserted_at at time zone 'UTC', 'YYYY-MM'), null
        where %(by)s::text = 'month'
        union all
        select s.doc_id::text, null
        where %(by)s::text = 'document'
        union all
        select case %(by)s::text when 'kind' then a.kind else a.predicate end, null
        from assertions a
        where %(by)s::text in ('predicate', 'kind') and a.tenant_id = %(tenant_id)s and a.claim_id = s.claim_id
            and a.supposed is distinct from 'if_told'
        union all
        select null, v.survivor_id
        from mentions m
        join entity_survivors v on v.tenant_id = m.tenant_id and v.entity_id = m.entity_id
        where %(by)s::text = 'entity' and m.tenant_id = %(tenant_id)s and m.claim_id = s.claim_id
    ) k on true
    group by k.key, k.entity_id
)
$groups(said);
