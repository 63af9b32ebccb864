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

-- told_today :one
-- What the calls of this day, by UTC, about documents of these scopes have cost.
select coalesce(sum(m.usd), 0)::float8
from model_calls m
join versions v on v.tenant_id = m.tenant_id and v.version_id = m.version_id
join documents d on d.tenant_id = m.tenant_id and d.doc_id = v.doc_id
where m.tenant_id = %(tenant_id)s and d.scope_id = any(%(scope_ids)s)
    and m.called_at >= date_trunc('day', clock_timestamp() at time zone 'UTC') at time zone 'UTC';

-- usage :many
-- What was asked of each model since an instant about documents of these scopes: for what, with what outcome,
-- and what it cost.
select m.purpose, m.model, m.outcome, count(*) as calls, sum(m.tokens_in) as tokens_in,
    sum(m.tokens_out) as tokens_out, bool_or(m.is_estimated) as is_estimated, sum(m.usd) as usd,
    avg(m.milliseconds)::float8 as mean_milliseconds, max(m.milliseconds) as most_milliseconds
from model_calls m
join versions v on v.tenant_id = m.tenant_id and v.version_id = m.version_id
join documents d on d.tenant_id = m.tenant_id and d.doc_id = v.doc_id
where m.tenant_id = %(tenant_id)s and m.called_at >= %(since)s and d.scope_id = any(%(scope_ids)s)
group by m.purpose, m.model, m.outcome
order by m.purpose, m.model, m.outcome;

-- page :many
-- Single calls about documents of these scopes, the newest first; version_id and the two of a place before may
-- be null.
select m.call_id, m.purpose, m.model, m.version_id, m.outcome, m.tokens_in, m.tokens_out, m.is_estimated, m.usd,
    m.milliseconds, m.called_at
from model_calls m
join versions v on v.tenant_id = m.tenant_id and v.version_id = m.version_id
join documents d on d.tenant_id = m.tenant_id and d.doc_id = v.doc_id
where m.tenant_id = %(tenant_id)s and d.scope_id = any(%(scope_ids)s)
    and (%(version_id)s::uuid is null or m.version_id = %(version_id)s)
    and (%(called_at)s::timestamptz is null or (m.called_at, m.call_id) < (%(called_at)s, %(call_id)s::uuid))
order by m.called_at desc, m.call_id desc
limit %(most)s;
