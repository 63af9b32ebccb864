-- add :none
-- A model was called, whatever came of it.
insert into model_calls (
    tenant_id, call_id, purpose, model, version_id, input_hash, outcome, tokens_in, tokens_out, is_estimated, usd,
    milliseconds
)
values (
    %(tenant_id)s, %(call_id)s, %(purpose)s, %(model)s, %(version_id)s, %(input_hash)s, %(outcome)s, %(tokens_in)s,
    %(tokens_out)s, %(is_estimated)s, %(usd)s, %(milliseconds)s
);

-- keep_reply :none
-- A reply that was read, to be used again.
insert into model_replies (tenant_id, input_hash, doc_id, reply)
values (%(tenant_id)s, %(input_hash)s, %(doc_id)s, %(reply)s)
on conflict (tenant_id, input_hash) do update set reply = excluded.reply, doc_id = excluded.doc_id;

-- reply :maybe
-- What a model replied to exactly this before.
select reply from model_replies where tenant_id = %(tenant_id)s and input_hash = %(input_hash)s;

-- spent_today :one
-- What the calls of this day, by UTC, have cost.
select coalesce(sum(usd), 0)::float8
from model_calls
where tenant_id = %(tenant_id)s
    and called_at >= date_trunc('day', clock_timestamp() at time zone 'UTC') at time zone 'UTC';

-- usage :many
-- What was asked of each model since an instant, for what, with what outcome, and what it cost.
select purpose, model, outcome, count(*) as calls, sum(tokens_in) as tokens_in, sum(tokens_out) as tokens_out,
    bool_or(is_estimated) as is_estimated, sum(usd) as usd, avg(milliseconds)::float8 as mean_milliseconds,
    max(milliseconds) as most_milliseconds
from model_calls
where tenant_id = %(tenant_id)s and called_at >= %(since)s
group by purpose, model, outcome
order by purpose, model, outcome;

-- page :many
-- Single calls, the newest first; version_id and the two of a place before may be null.
select call_id, purpose, model, version_id, outcome, tokens_in, tokens_out, is_estimated, usd, milliseconds, called_at
from model_calls
where tenant_id = %(tenant_id)s
    and (%(version_id)s::uuid is null or version_id = %(version_id)s)
    and (%(called_at)s::timestamptz is null or (called_at, call_id) < (%(called_at)s, %(call_id)s::uuid))
order by called_at desc, call_id desc
limit %(most)s;
