-- begin :one
-- The instant that a read is evaluated at, taken with its snapshot, after its index scans were told how far to look
-- and every statement how long it may take; when it began, which was before its snapshot; and whether nobody was
-- writing at its snapshot: every transaction that had an id by then, or has one now, had ended.
-- A plan for any question is a plan for none: each is planned with its own values.
select clock_timestamp() as at, transaction_timestamp() as began_at,
    pg_snapshot_xmin(pg_current_snapshot()) = pg_snapshot_xmax(pg_current_snapshot())
        and age(pg_snapshot_xmax(pg_current_snapshot())::xid) = 0 as is_quiet
from (
    select set_config('hnsw.ef_search', %(ef_search)s::text, true),
        set_config('hnsw.iterative_scan', 'relaxed_order', true),
        set_config('plan_cache_mode', 'force_custom_plan', true),
        set_config('statement_timeout', %(milliseconds)s::text, true)
) settings;

-- share :one
-- The name of this read's snapshot, under which another transaction can look at it as long as this one is open.
select pg_export_snapshot();

-- near(corpus, id, searched) :macro
-- The rows of a corpus closest in meaning, by its vector index.
with nearest as materialized (
    select $id as item_id, embedding <=> %(vector)s::halfvec as distance,
        embedding <=> %(subject)s::halfvec as from_subject
    from $corpus
    where tenant_id = %(tenant_id)s and scope_id = any(%(scope_ids)s) and $searched
    order by embedding <=> %(vector)s::halfvec
    limit %(most)s
)
select item_id, 1 - distance as score, 1 - from_subject as to_subject from nearest order by distance, item_id

-- scanned(corpus, id, searched) :macro
-- The same by comparing with every one, or with every one of `item_ids`.
with every_one as materialized (
    select $id as item_id, embedding <=> %(vector)s::halfvec as distance,
        embedding <=> %(subject)s::halfvec as from_subject
    from $corpus
    where tenant_id = %(tenant_id)s and scope_id = any(%(scope_ids)s) and $searched and $among($id)
)
select item_id, 1 - distance as score, 1 - from_subject as to_subject
from every_one
order by distance, item_id
limit %(most)s

-- matched(corpus, id, searched) :macro
-- The rows of a corpus with one of the question's rarest words or two of its others, best BM25 first.
select c.$id as item_id, s.score, s.share, s.names_subject
from (
    select $id, terms, frequencies, word_count
    from $corpus
    where tenant_id = %(tenant_id)s and scope_id = any(%(scope_ids)s) and $searched
        and $has_words($corpus) and $among($id)
    limit %(most_found)s
) c
cross join lateral ($bm25(c)) s
order by s.score desc, item_id
limit %(most)s

-- among(id) :macro
-- Whether an item is one of `item_ids`, where only those are searched.
(%(item_ids)s::uuid[] is null or $id = any(%(item_ids)s))

-- has_words(row) :macro
-- Whether a row has one of the question's rarest words or two of its others.
(
    $row.terms && %(rare)s::integer[] or $row.terms @> %(pair_1)s::integer[] or $row.terms @> %(pair_2)s::integer[]
    or $row.terms @> %(pair_3)s::integer[] or $row.terms @> %(pair_4)s::integer[]
    or $row.terms @> %(pair_5)s::integer[] or $row.terms @> %(pair_6)s::integer[]
)

-- bm25(row) :macro
-- How well a row's words answer the question's, and which share of what was asked they are.
select sum(w.asked) / %(all_asked)s::float8 as share, bool_or(w.asked = 0) as names_subject,
    sum(w.weight * $row.frequencies[w.place] * 2.2e0
        / ($row.frequencies[w.place] + 1.2e0 * (0.25e0 + 0.75e0 * $row.word_count / %(mean_words)s::float8))) as score
from (
    select term, weight, asked, width_bucket(term, $row.terms) as place
    from unnest(%(terms)s::integer[], %(weights)s::float8[], %(asked)s::float8[]) u (term, weight, asked)
) w
where $row.terms[w.place] = w.term

-- asked_about :macro
-- Whether a fact is held, and meets the time asked about.
(invalidated_at is null and $when_asked(facts))

-- nearest_claims :many
-- The claims closest in meaning, by the vector index.
$near(claims, claim_id, is_current);

-- scan_claims :many
-- The same by comparing with every one, or with every one of `item_ids`.
$scanned(claims, claim_id, is_current);

-- matching_claims :many
-- The claims with one of the question's rarest words or two of its others, best BM25 first.
$matched(claims, claim_id, is_current);

-- nearest_chunks :many
-- The chunks closest in meaning, by the vector index.
$near(chunks, chunk_id, serving);

-- scan_chunks :many
-- The same by comparing with every one, or with every one of `item_ids`.
$scanned(chunks, chunk_id, serving);

-- matching_chunks :many
-- The chunks with one of the question's rarest words or two of its others, best BM25 first.
$matched(chunks, chunk_id, serving);

-- nearest_facts :many
-- The facts of the time asked about closest in meaning, by the vector index.
$near(facts, fact_id, $asked_about);

-- scan_facts :many
-- The same by comparing with every one, or with every one of `item_ids`.
$scanned(facts, fact_id, $asked_about and embedding is not null);

-- matching_facts :many
-- The facts of the time asked about with one of the question's rarest words or two of its others, best BM25 first.
$matched(facts, fact_id, $asked_about);

-- believed(fact) :macro
-- Whether a fact was held then and met the time asked about: looked up in its revisions only where its own row
-- does not tell, and only when its turn comes.
case
    when $is_row_of_then($fact) then $when_asked($fact)
    else coalesce((
        select r.believed @> %(believed_at)s::timestamptz and $when_asked(r)
        from ($last_revision($fact.fact_id, %(believed_at)s::timestamptz)) r
    ), false)
end

-- near_then(closed) :macro
-- The facts as then believed closest in meaning, by one of the two vector indexes.
select f.fact_id as item_id, f.embedding <=> %(vector)s::halfvec as distance,
    f.embedding <=> %(subject)s::halfvec as from_subject
from facts f
where f.tenant_id = %(tenant_id)s and f.scope_id = any(%(scope_ids)s) and f.invalidated_at $closed
    and $believed(f)
order by f.embedding <=> %(vector)s::halfvec
limit %(most)s

-- nearest_facts_as_of :many
-- The facts as then believed closest in meaning, by the vector indexes of those that are held and of those
-- that closed since.
with held as materialized ($near_then(is null)),
closed as materialized ($near_then(is not null))
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
    where f.tenant_id = %(tenant_id)s and f.scope_id = any(%(scope_ids)s) and f.embedding is not null
        and $among(f.fact_id) and $believed(f)
)
select item_id, 1 - distance as score, 1 - from_subject as to_subject
from every_one
order by distance, item_id
limit %(most)s;

-- matched_then(closed) :macro
-- The facts of one of the two indexes by words that have words of the question.
select f.fact_id, f.terms, f.frequencies, f.word_count, f.valid, f.said, f.invalidated_at, f.believed_since
from facts f
where f.tenant_id = %(tenant_id)s and f.scope_id = any(%(scope_ids)s) and f.invalidated_at $closed
    and $has_words(f) and $among(f.fact_id)

-- matching_facts_as_of :many
-- The facts as then believed with one of the question's rarest words or two of its others, best BM25 first.
select fact_id as item_id, score, share, names_subject
from (
    select c.fact_id, c.valid, c.said, c.invalidated_at, c.believed_since, s.score, s.share, s.names_subject
    from (
        $matched_then(is null)
        union all
        $matched_then(is not null)
        limit %(most_found)s
    ) c
    cross join lateral ($bm25(c)) s
    order by s.score desc, c.fact_id
    offset 0
) f
where $believed(f)
order by score desc, item_id
limit %(most)s;

-- is_saving :one
-- Whether a save that may have stamped its belief before this instant is still open: savers lock subjects, or
-- the currency of claims, then take their stamp, and hold the lock to the end. Where none is, a snapshot that is
-- taken after this was asked has everything.
select exists (
    select
    from pg_locks l
    left join pg_stat_activity a on a.pid = l.pid
    where l.relation in ('subjects'::regclass, 'claim_currency'::regclass) and l.granted
        and l.mode in ('RowShareLock', 'RowExclusiveLock')
        and l.database = (select oid from pg_database where datname = current_database())
        and l.pid is distinct from pg_backend_pid()
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
