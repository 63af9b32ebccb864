-- What was ruled about two values of one slot that rules cannot compare: whether they say the same.
create table rulings (
    tenant_id   uuid not null,
    slot_key    uuid not null,
    -- The two values in the order of their code points.
    one_value   text collate "C" not null,
    other_value text collate "C" not null,
    are_same    boolean not null,
    judged_by   text not null,
    doc_id      uuid not null,
    ruled_at    timestamptz not null default clock_timestamp(),
    primary key (tenant_id, slot_key, one_value, other_value),
    foreign key (tenant_id, doc_id) references documents,
    check (one_value < other_value)
);
