-- What language models were asked on the write path: every call with its cost, and replies to use again.
create table model_calls (
    tenant_id    uuid not null references tenants,
    call_id      uuid not null,
    purpose      text not null check (purpose in ('extract', 'judge')),
    model        text not null,
    version_id   uuid,
    input_hash   text not null check (input_hash ~ '^[0-9a-f]{64}$'),
    outcome      text not null check (outcome in ('used', 'unusable', 'timed_out', 'busy', 'refused', 'unreachable')),
    -- As the model counts them, or our estimate where it does not tell.
    tokens_in    integer not null check (tokens_in >= 0),
    tokens_out   integer not null check (tokens_out >= 0),
    is_estimated boolean not null,
    usd          double precision not null check (usd >= 0),
    milliseconds integer not null check (milliseconds >= 0),
    called_at    timestamptz not null default clock_timestamp(),
    primary key (tenant_id, call_id),
    foreign key (tenant_id, version_id) references versions
);
create index model_calls_newest on model_calls (tenant_id, called_at desc, call_id desc);

-- A reply that was read, by the hash of all that was asked: the same is never asked twice.
create table model_replies (
    tenant_id  uuid not null,
    input_hash text not null check (input_hash ~ '^[0-9a-f]{64}$'),
    -- The document whose text was sent: its erasure takes the reply along.
    doc_id     uuid not null,
    reply      text not null,
    replied_at timestamptz not null default clock_timestamp(),
    primary key (tenant_id, input_hash),
    foreign key (tenant_id, doc_id) references documents
);
create index model_replies_by_document on model_replies (tenant_id, doc_id);

create index jobs_parked on jobs (tenant_id) where state = 'parked';
