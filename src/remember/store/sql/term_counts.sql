-- of_terms :many
-- The size of each corpus (a row without a term) and how many of its rows have each term, as of the last
-- compaction; a corpus that was never compacted is counted from its changes.
with pending as materialized (
    select c.corpus, c.terms, c.rows, c.words
    from term_changes c
    where c.tenant_id = %(tenant_id)s and not exists (
        select from corpus_counts k where k.tenant_id = c.tenant_id and k.corpus = c.corpus
    )
)
select corpus, null::integer as term, rows, words
from corpus_counts
where tenant_id = %(tenant_id)s
union all
select corpus, term, rows, 0
from term_counts
where tenant_id = %(tenant_id)s and term = any(%(terms)s::integer[])
union all
select corpus, null, sum(rows)::bigint, sum(words)::bigint
from pending
group by corpus
union all
select p.corpus, t.term, sum(p.rows)::bigint, 0
from pending p
cross join lateral unnest(p.terms) t (term)
where p.terms && %(terms)s::integer[] and t.term = any(%(terms)s::integer[])
group by p.corpus, t.term;

-- compact :one
-- Fold the oldest changes into the counts; how many were folded.
with oldest as materialized (
    select change_id
    from term_changes
    where tenant_id = %(tenant_id)s
    order by change_id
    limit %(most)s
    for update skip locked
), taken as (
    delete from term_changes
    where tenant_id = %(tenant_id)s and change_id in (select change_id from oldest)
    returning corpus, terms, rows, words
), sizes as (
    insert into corpus_counts as known (tenant_id, corpus, rows, words)
    select %(tenant_id)s, corpus, sum(rows), sum(words)
    from taken
    group by corpus
    order by corpus
    on conflict (tenant_id, corpus)
    do update set rows = known.rows + excluded.rows, words = known.words + excluded.words
), counts as (
    insert into term_counts as known (tenant_id, corpus, term, rows)
    select %(tenant_id)s, k.corpus, t.term, sum(k.rows)
    from taken k
    cross join lateral unnest(k.terms) t (term)
    group by k.corpus, t.term
    order by k.corpus, t.term
    on conflict (tenant_id, corpus, term) do update set rows = known.rows + excluded.rows
)
select count(*) from taken;

-- waiting :one
-- Whether at least so many changes of a tenant are not folded yet.
select count(*) = %(at_least)s
from (select from term_changes where tenant_id = %(tenant_id)s limit %(at_least)s) first_ones;
