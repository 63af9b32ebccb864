-- facts_by :many
-- How many facts that hold for the time asked about fall into each group, the largest first, with how many facts
-- and how many groups there are. A fact is in every group that it belongs to, and in one without a key where it
-- belongs to none.
with held as materialized (
    select f.fact_id, f.kind, f.predicate, f.valid
    from facts f
    where f.tenant_id = %(tenant_id)s and f.scope_id = any(%(scope_ids)s) and f.invalidated_at is null
        and f.merged_into is null and (f.evidence_count > 0 or f.support = 'withdrawn')
        and (f.valid is null or f.valid && tstzrange(%(first)s, %(last)s, '[]'))
        and (f.said is null or f.said && tstzrange(%(first)s, %(last)s, '[]'))
        and (%(predicate)s::text is null or f.predicate = %(predicate)s)
        and (%(kind)s::text is null or f.kind = %(kind)s)
        and (%(entity_ids)s::uuid[] is null or f.fact_id in (
            select l.fact_id
            from fact_entities l
            where l.tenant_id = %(tenant_id)s and l.entity_id = any(%(entity_ids)s) and l.role <> 'mentioned'
        ))
        and (%(doc_id)s::uuid is null or f.fact_id in (
            select e.fact_id
            from fact_evidence e
            join claims c on c.tenant_id = e.tenant_id and c.claim_id = e.claim_id
            join documents d on d.tenant_id = e.tenant_id and d.doc_id = e.doc_id
            where e.tenant_id = %(tenant_id)s and e.doc_id = %(doc_id)s and e.stance = 'supports'
                and upper_inf(e.linked) and c.is_current and d.deleted_at is null
        ))
),
counted as (
    select k.key, k.entity_id, count(distinct h.fact_id) as facts
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
        select e.doc_id::text, null
        from fact_evidence e
        join claims c on c.tenant_id = e.tenant_id and c.claim_id = e.claim_id
        join documents d on d.tenant_id = e.tenant_id and d.doc_id = e.doc_id
        where %(by)s::text = 'document' and e.tenant_id = %(tenant_id)s and e.fact_id = h.fact_id
            and e.stance = 'supports' and upper_inf(e.linked) and c.is_current and d.deleted_at is null
    ) k on true
    group by k.key, k.entity_id
)
select g.key, g.entity_id, g.facts as members, g.total, g.groups
from (
    select c.*, (select count(*) from held) as total, count(*) over () as groups
    from counted c
) g
where %(after_count)s::bigint is null
    or (-g.facts, (g.key is null)::integer, coalesce(g.key, '') collate "C", coalesce(g.entity_id::text, '') collate "C")
        > (-%(after_count)s::bigint, (%(after_key)s::text is null)::integer,
            coalesce(%(after_key)s::text, '') collate "C", coalesce(%(after_entity)s::uuid::text, '') collate "C")
order by g.facts desc, g.key is null, g.key collate "C", g.entity_id
limit %(most)s;

-- facts_by_as_of :many
-- The same as it was believed then, from documents that are still there.
with held as materialized (
    select f.fact_id, f.kind, f.predicate, r.valid
    from facts f
    join fact_revisions r
        on r.tenant_id = f.tenant_id and r.fact_id = f.fact_id and r.believed @> %(believed_at)s::timestamptz
    where f.tenant_id = %(tenant_id)s and f.scope_id = any(%(scope_ids)s)
        and (r.valid is null or r.valid && tstzrange(%(first)s, %(last)s, '[]'))
        and (r.said is null or r.said && tstzrange(%(first)s, %(last)s, '[]'))
        and (%(predicate)s::text is null or f.predicate = %(predicate)s)
        and (%(kind)s::text is null or f.kind = %(kind)s)
        and (%(entity_ids)s::uuid[] is null or f.fact_id in (
            select l.fact_id
            from fact_entities l
            where l.tenant_id = %(tenant_id)s and l.entity_id = any(%(entity_ids)s) and l.role <> 'mentioned'
        ))
        and (r.support = 'withdrawn' and %(doc_id)s::uuid is null or exists (
            select
            from fact_evidence e
            join claim_currency y on y.tenant_id = e.tenant_id and y.claim_id = e.claim_id
            join documents d on d.tenant_id = e.tenant_id and d.doc_id = e.doc_id
            where e.tenant_id = f.tenant_id and e.fact_id = f.fact_id and e.stance = 'supports'
                and e.linked @> %(believed_at)s::timestamptz and y.during @> %(believed_at)s::timestamptz
                and d.deleted_at is null and (%(doc_id)s::uuid is null or e.doc_id = %(doc_id)s)
        ))
),
counted as (
    select k.key, k.entity_id, count(distinct h.fact_id) as facts
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
        select e.doc_id::text, null
        from fact_evidence e
        join claim_currency y on y.tenant_id = e.tenant_id and y.claim_id = e.claim_id
        join documents d on d.tenant_id = e.tenant_id and d.doc_id = e.doc_id
        where %(by)s::text = 'document' and e.tenant_id = %(tenant_id)s and e.fact_id = h.fact_id
            and e.stance = 'supports' and e.linked @> %(believed_at)s::timestamptz
            and y.during @> %(believed_at)s::timestamptz and d.deleted_at is null
    ) k on true
    group by k.key, k.entity_id
)
select g.key, g.entity_id, g.facts as members, g.total, g.groups
from (
    select c.*, (select count(*) from held) as total, count(*) over () as groups
    from counted c
) g
where %(after_count)s::bigint is null
    or (-g.facts, (g.key is null)::integer, coalesce(g.key, '') collate "C", coalesce(g.entity_id::text, '') collate "C")
        > (-%(after_count)s::bigint, (%(after_key)s::text is null)::integer,
            coalesce(%(after_key)s::text, '') collate "C", coalesce(%(after_entity)s::uuid::text, '') collate "C")
order by g.facts desc, g.key is null, g.key collate "C", g.entity_id
limit %(most)s;

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
    cross join lateral (
        select v.*
        from fact_revisions v
        where v.tenant_id = %(tenant_id)s and v.fact_id = f.fact_id and lower(v.believed) <= b.at
        order by v.revision_no desc
        limit 1
    ) r
    cross join lateral (
        select exists (
            select
            from adjudications a
            where a.tenant_id = %(tenant_id)s and a.fact_id = f.fact_id and a.decided_at = upper(r.believed)
                and a.outcome = 'merged'
        ) as merged
    ) t
    where f.scope_id = any(%(scope_ids)s) and (%(predicate)s::text is null or f.predicate = %(predicate)s)
        and (%(kind)s::text is null or f.kind = %(kind)s)
        and (%(entity_ids)s::uuid[] is null or f.fact_id in (
            select l.fact_id
            from fact_entities l
            where l.tenant_id = %(tenant_id)s and l.entity_id = any(%(entity_ids)s) and l.role <> 'mentioned'
        ))
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
        ))
        and (%(kind)s::text is null or exists (
            select
            from assertions a
            where a.tenant_id = c.tenant_id and a.claim_id = c.claim_id and a.kind = %(kind)s
        ))
        and (%(entity_ids)s::uuid[] is null or exists (
            select
            from mentions m
            where m.tenant_id = c.tenant_id and m.claim_id = c.claim_id and m.entity_id = any(%(entity_ids)s)
        ))
),
counted as (
    select k.key, k.entity_id, count(distinct s.claim_id) as claims
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
        union all
        select null, v.survivor_id
        from mentions m
        join entity_survivors v on v.tenant_id = m.tenant_id and v.entity_id = m.entity_id
        where %(by)s::text = 'entity' and m.tenant_id = %(tenant_id)s and m.claim_id = s.claim_id
    ) k on true
    group by k.key, k.entity_id
)
select g.key, g.entity_id, g.claims as members, g.total, g.groups
from (
    select c.*, (select count(*) from said) as total, count(*) over () as groups
    from counted c
) g
where %(after_count)s::bigint is null
    or (-g.claims, (g.key is null)::integer, coalesce(g.key, '') collate "C", coalesce(g.entity_id::text, '') collate "C")
        > (-%(after_count)s::bigint, (%(after_key)s::text is null)::integer,
            coalesce(%(after_key)s::text, '') collate "C", coalesce(%(after_entity)s::uuid::text, '') collate "C")
order by g.claims desc, g.key is null, g.key collate "C", g.entity_id
limit %(most)s;
