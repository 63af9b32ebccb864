-- begin :one
-- The instant that a read is evaluated at, taken with its snapshot, after its index scans were told how far to look
-- and every statement how long it may take.
-- A plan for any question is a plan for none: each is planned with its own values.
select clock_timestamp()
from (
    select set_config('hnsw.ef_search', %(ef_search)s::text, true),
        set_config('hnsw.iterative_scan', 'relaxed_order', true),
        set_config('plan_cache_mode', 'force_custom_plan', true),
        set_config('statement_timeout', %(milliseconds)s::text, true)
) settings;

-- share :one
-- The name of this read's snapshot, under which another transaction can look at it as long as this one is open.
select pg_export_snapshot();

-- nearest_claims :many
-- The claims closest in meaning, by the vector index.
with nearest as materialized (
    select claim_id as item_id, embedding <=> %(vector)s::halfvec as distance,
        embedding <=> %(subject)s::halfvec as from_subject
    from claims
    where tenant_id = %(tenant_id)s and scope_id = any(%(scope_ids)s) and is_current
    order by embedding <=> %(vector)s::halfvec
    limit %(most)s
)
select item_id, 1 - distance as score, 1 - from_subject as to_subject from nearest order by distance, item_id;

-- scan_claims :many
-- The same by comparing with every one, or with every one of `item_ids`.
with every_one as materialized (
    select claim_id as item_id, embedding <=> %(vector)s::halfvec as distance,
        embedding <=> %(subject)s::halfvec as from_subject
    from claims
    where tenant_id = %(tenant_id)s and scope_id = any(%(scope_ids)s) and is_current
        and (%(item_ids)s::uuid[] is null or claim_id = any(%(item_ids)s))
)
select item_id, 1 - distance as score, 1 - from_subject as to_subject
from every_one
order by distance, item_id
limit %(most)s;

-- matching_claims :many
-- The claims with one of the question's rarest words or two of its others, best BM25 first.
select c.claim_id as item_id, s.score, s.share, s.names_subject
from (
    select claim_id, terms, frequencies, word_count
    from claims
    where tenant_id = %(tenant_id)s and scope_id = any(%(scope_ids)s) and is_current
        and (
            terms && %(rare)s::integer[] or terms @> %(pair_1)s::integer[] or terms @> %(pair_2)s::integer[]
            or terms @> %(pair_3)s::integer[] or terms @> %(pair_4)s::integer[] or terms @> %(pair_5)s::integer[]
            or terms @> %(pair_6)s::integer[]
        )
        and (%(item_ids)s::uuid[] is null or claim_id = any(%(item_ids)s))
    limit %(most_found)s
) c
cross join lateral (
    select sum(w.asked) / %(all_asked)s::float8 as share, bool_or(w.asked = 0) as names_subject,
        sum(w.weight * c.frequencies[w.place] * 2.2e0
            / (c.frequencies[w.place] + 1.2e0 * (0.25e0 + 0.75e0 * c.word_count / %(mean_words)s::float8))) as score
    from (
        select term, weight, asked, width_bucket(term, c.terms) as place
        from unnest(%(terms)s::integer[], %(weights)s::float8[], %(asked)s::float8[]) u (term, weight, asked)
    ) w
    where c.terms[w.place] = w.term
) s
order by s.score desc, item_id
limit %(most)s;

-- nearest_chunks :many
-- The chunks closest in meaning, by the vector index.
with nearest as materialized (
    select chunk_id as item_id, embedding <=> %(vector)s::halfvec as distance,
        embedding <=> %(subject)s::halfvec as from_subject
    from chunks
    where tenant_id = %(tenant_id)s and scope_id = any(%(scope_ids)s) and serving
    order by embedding <=> %(vector)s::halfvec
    limit %(most)s
)
select item_id, 1 - distance as score, 1 - from_subject as to_subject from nearest order by distance, item_id;

-- scan_chunks :many
-- The same by comparing with every one, or with every one of `item_ids`.
with every_one as materialized (
    select chunk_id as item_id, embedding <=> %(vector)s::halfvec as distance,
        embedding <=> %(subject)s::halfvec as from_subject
    from chunks
    where tenant_id = %(tenant_id)s and scope_id = any(%(scope_ids)s) and serving
        and (%(item_ids)s::uuid[] is null or chunk_id = any(%(item_ids)s))
)
select item_id, 1 - distance as score, 1 - from_subject as to_subject
from every_one
order by distance, item_id
limit %(most)s;

-- matching_chunks :many
-- The chunks with one of the question's rarest words or two of its others, best BM25 first.
select c.chunk_id as item_id, s.score, s.share, s.names_subject
from (
    select chunk_id, terms, frequencies, word_count
    from chunks
    where tenant_id = %(tenant_id)s and scope_id = any(%(scope_ids)s) and serving
        and (
            terms && %(rare)s::integer[] or terms @> %(pair_1)s::integer[] or terms @> %(pair_2)s::integer[]
            or terms @> %(pair_3)s::integer[] or terms @> %(pair_4)s::integer[] or terms @> %(pair_5)s::integer[]
            or terms @> %(pair_6)s::integer[]
        )
        and (%(item_ids)s::uuid[] is null or chunk_id = any(%(item_ids)s))
    limit %(most_found)s
) c
cross join lateral (
    select sum(w.asked) / %(all_asked)s::float8 as share, bool_or(w.asked = 0) as names_subject,
        sum(w.weight * c.frequencies[w.place] * 2.2e0
            / (c.frequencies[w.place] + 1.2e0 * (0.25e0 + 0.75e0 * c.word_count / %(mean_words)s::float8))) as score
    from (
        select term, weight, asked, width_bucket(term, c.terms) as place
        from unnest(%(terms)s::integer[], %(weights)s::float8[], %(asked)s::float8[]) u (term, weight, asked)
    ) w
    where c.terms[w.place] = w.term
) s
order by s.score desc, item_id
limit %(most)s;

-- nearest_facts :many
-- The facts of the time asked about closest in meaning, by the vector index.
with nearest as materialized (
    select fact_id as item_id, embedding <=> %(vector)s::halfvec as distance,
        embedding <=> %(subject)s::halfvec as from_subject
    from facts
    where tenant_id = %(tenant_id)s and scope_id = any(%(scope_ids)s) and invalidated_at is null
        and (valid is null or valid && tstzrange(%(first)s, %(last)s, '[]'))
        and (said is null or said && tstzrange(%(first)s, %(last)s, '[]'))
    order by embedding <=> %(vector)s::halfvec
    limit %(most)s
)
select item_id, 1 - distance as score, 1 - from_subject as to_subject from nearest order by distance, item_id;

-- scan_facts :many
-- The same by comparing with every one, or with every one of `item_ids`.
with every_one as materialized (
    select fact_id as item_id, embedding <=> %(vector)s::halfvec as distance,
        embedding <=> %(subject)s::halfvec as from_subject
    from facts
    where tenant_id = %(tenant_id)s and scope_id = any(%(scope_ids)s) and invalidated_at is null
        and (valid is null or valid && tstzrange(%(first)s, %(last)s, '[]'))
        and (said is null or said && tstzrange(%(first)s, %(last)s, '[]'))
        and embedding is not null
        and (%(item_ids)s::uuid[] is null or fact_id = any(%(item_ids)s))
)
select item_id, 1 - distance as score, 1 - from_subject as to_subject
from every_one
order by distance, item_id
limit %(most)s;

-- matching_facts :many
-- The facts of the time asked about with one of the question's rarest words or two of its others, best BM25 first.
select c.fact_id as item_id, s.score, s.share, s.names_subject
from (
    select fact_id, terms, frequencies, word_count
    from facts
    where tenant_id = %(tenant_id)s and scope_id = any(%(scope_ids)s) and invalidated_at is null
        and (valid is null or valid && tstzrange(%(first)s, %(last)s, '[]'))
        and (said is null or said && tstzrange(%(first)s, %(last)s, '[]'))
        and (
            terms && %(rare)s::integer[] or terms @> %(pair_1)s::integer[] or terms @> %(pair_2)s::integer[]
            or terms @> %(pair_3)s::integer[] or terms @> %(pair_4)s::integer[] or terms @> %(pair_5)s::integer[]
            or terms @> %(pair_6)s::integer[]
        )
        and (%(item_ids)s::uuid[] is null or fact_id = any(%(item_ids)s))
    limit %(most_found)s
) c
cross join lateral (
    select sum(w.asked) / %(all_asked)s::float8 as share, bool_or(w.asked = 0) as names_subject,
        sum(w.weight * c.frequencies[w.place] * 2.2e0
            / (c.frequencies[w.place] + 1.2e0 * (0.25e0 + 0.75e0 * c.word_count / %(mean_words)s::float8))) as score
    from (
        select term, weight, asked, width_bucket(term, c.terms) as place
        from unnest(%(terms)s::integer[], %(weights)s::float8[], %(asked)s::float8[]) u (term, weight, asked)
    ) w
    where c.terms[w.place] = w.term
) s
order by s.score desc, item_id
limit %(most)s;

-- nearest_facts_as_of :many
-- The facts as then believed closest in meaning, by the vector indexes of those that are held and of those
-- that closed since. A fact is looked up in its revisions only once it is near.
with held as materialized (
    select f.fact_id as item_id, f.embedding <=> %(vector)s::halfvec as distance,
        f.embedding <=> %(subject)s::halfvec as from_subject
    from facts f
    where f.tenant_id = %(tenant_id)s and f.scope_id = any(%(scope_ids)s) and f.invalidated_at is null
        and coalesce((
            select true
            from fact_revisions r
            where r.tenant_id = f.tenant_id and r.fact_id = f.fact_id and r.believed @> %(believed_at)s::timestamptz
                and (r.valid is null or r.valid && tstzrange(%(first)s, %(last)s, '[]'))
                and (r.said is null or r.said && tstzrange(%(first)s, %(last)s, '[]'))
            limit 1
        ), false)
    order by f.embedding <=> %(vector)s::halfvec
    limit %(most)s
),
closed as materialized (
    select f.fact_id as item_id, f.embedding <=> %(vector)s::halfvec as distance,
        f.embedding <=> %(subject)s::halfvec as from_subject
    from facts f
    where f.tenant_id = %(tenant_id)s and f.scope_id = any(%(scope_ids)s) and f.invalidated_at is not null
        and coalesce((
            select true
            from fact_revisions r
            where r.tenant_id = f.tenant_id and r.fact_id = f.fact_id and r.believed @> %(believed_at)s::timestamptz
                and (r.valid is null or r.valid && tstzrange(%(first)s, %(last)s, '[]'))
                and (r.said is null or r.said && tstzrange(%(first)s, %(last)s, '[]'))
            limit 1
        ), false)
    order by f.embedding <=> %(vector)s::halfvec
    limit %(most)s
)
select item_id, 1 - distance as score, 1 - from_subject as to_subject
from (select * from held union all select * from closed) found
order by distance, item_id
limit %(most)s;

-- scan_facts_as_of :many
-- The facts as then believed closest in meaning, by comparing with every one, or with every one of `item_ids`.
with every_one as materialized (
    select f.fact_id as item_id, f.embedding <=> %(vector)s::halfvec as distance,
        f.embedding <=> %(subject)s::halfvec as from_subject
    from facts f
    join fact_revisions r on r.tenant_id = f.tenant_id and r.fact_id = f.fact_id
    where f.tenant_id = %(tenant_id)s and f.scope_id = any(%(scope_ids)s)
        and r.believed @> %(believed_at)s::timestamptz
        and (r.valid is null or r.valid && tstzrange(%(first)s, %(last)s, '[]'))
        and (r.said is null or r.said && tstzrange(%(first)s, %(last)s, '[]'))
        and f.embedding is not null
        and (%(item_ids)s::uuid[] is null or f.fact_id = any(%(item_ids)s))
)
select item_id, 1 - distance as score, 1 - from_subject as to_subject
from every_one
order by distance, item_id
limit %(most)s;

-- matching_facts_as_of :many
-- The facts as then believed with one of the question's rarest words or two of its others, best BM25 first. A
-- fact is looked up in its revisions only when its turn comes.
select item_id, score, share, names_subject
from (
    select c.fact_id as item_id, s.score, s.share, s.names_subject
    from (
        select f.fact_id, f.terms, f.frequencies, f.word_count
        from facts f
        where f.tenant_id = %(tenant_id)s and f.scope_id = any(%(scope_ids)s) and f.invalidated_at is null
            and (
                f.terms && %(rare)s::integer[] or f.terms @> %(pair_1)s::integer[]
                or f.terms @> %(pair_2)s::integer[] or f.terms @> %(pair_3)s::integer[]
                or f.terms @> %(pair_4)s::integer[] or f.terms @> %(pair_5)s::integer[]
                or f.terms @> %(pair_6)s::integer[]
            )
            and (%(item_ids)s::uuid[] is null or f.fact_id = any(%(item_ids)s))
        union all
        select f.fact_id, f.terms, f.frequencies, f.word_count
        from facts f
        where f.tenant_id = %(tenant_id)s and f.scope_id = any(%(scope_ids)s) and f.invalidated_at is not null
            and (
                f.terms && %(rare)s::integer[] or f.terms @> %(pair_1)s::integer[]
                or f.terms @> %(pair_2)s::integer[] or f.terms @> %(pair_3)s::integer[]
                or f.terms @> %(pair_4)s::integer[] or f.terms @> %(pair_5)s::integer[]
                or f.terms @> %(pair_6)s::integer[]
            )
            and (%(item_ids)s::uuid[] is null or f.fact_id = any(%(item_ids)s))
        limit %(most_found)s
    ) c
    cross join lateral (
        select sum(w.asked) / %(all_asked)s::float8 as share, bool_or(w.asked = 0) as names_subject,
            sum(w.weight * c.frequencies[w.place] * 2.2e0
                / (c.frequencies[w.place] + 1.2e0 * (0.25e0 + 0.75e0 * c.word_count / %(mean_words)s::float8))) as score
        from (
            select term, weight, asked, width_bucket(term, c.terms) as place
            from unnest(%(terms)s::integer[], %(weights)s::float8[], %(asked)s::float8[]) u (term, weight, asked)
        ) w
        where c.terms[w.place] = w.term
    ) s
    order by s.score desc, item_id
    offset 0
) f
where coalesce((
    select true
    from fact_revisions r
    where r.tenant_id = %(tenant_id)s and r.fact_id = f.item_id and r.believed @> %(believed_at)s::timestamptz
        and (r.valid is null or r.valid && tstzrange(%(first)s, %(last)s, '[]'))
        and (r.said is null or r.said && tstzrange(%(first)s, %(last)s, '[]'))
    limit 1
), false)
order by score desc, item_id
limit %(most)s;

-- is_saving :one
-- Whether a save that may have stamped its belief before this instant is still open: savers lock subjects, or
-- the currency of claims, then take their stamp, and hold the lock to the end.
select exists (
    select
    from pg_locks l
    join pg_stat_activity a on a.pid = l.pid
    where l.relation in ('subjects'::regclass, 'claim_currency'::regclass) and l.granted
        and l.mode in ('RowShareLock', 'RowExclusiveLock')
        and l.database = (select oid from pg_database where datname = current_database())
        and l.pid <> pg_backend_pid()
        and (a.xact_start is null or a.xact_start <= %(believed_at)s::timestamptz)
);

-- has_any :one
-- Whether anything that the reader may see has one of these words.
select exists (
    select
    from chunks
    where tenant_id = %(tenant_id)s and scope_id = any(%(scope_ids)s) and serving
        and terms && %(terms)s::integer[]
) or exists (
    select
    from claims
    where tenant_id = %(tenant_id)s and scope_id = any(%(scope_ids)s) and is_current
        and terms && %(terms)s::integer[]
) or exists (
    select
    from facts
    where tenant_id = %(tenant_id)s and scope_id = any(%(scope_ids)s) and invalidated_at is null
        and terms && %(terms)s::integer[]
);
