-- Who decided who is who, when and why. An event is never changed, but for what took it back.
create table identity_events (
    tenant_id       uuid not null,
    event_id        uuid not null,
    -- Where it was decided: who holds this scope may read it.
    scope_id        uuid not null,
    kind            text not null
        check (kind in ('merge', 'split', 'add_alias', 'remove_alias', 'exclude', 'allow')),
    -- The survivor; of a split, whom the other was taken from.
    entity_id       uuid not null,
    other_id        uuid,
    name            text,
    reason          text not null,
    decided_by_kind text not null,
    decided_by_ref  text not null,
    -- Of a merge and a split: the belief time of what it changed.
    decided_at      timestamptz not null,
    reversed_by     uuid,
    primary key (tenant_id, event_id),
    foreign key (tenant_id, scope_id) references scopes,
    foreign key (tenant_id, entity_id) references entities,
    foreign key (tenant_id, other_id) references entities,
    check ((kind in ('merge', 'split', 'exclude', 'allow')) = (other_id is not null)),
    check ((kind in ('add_alias', 'remove_alias')) = (name is not null))
);
create index identity_events_latest on identity_events (tenant_id, decided_at desc, event_id desc);
create index identity_events_by_entity on identity_events (tenant_id, entity_id);
create index identity_events_by_other on identity_events (tenant_id, other_id);

-- Pairs that are never proposed again: a person said that they are two, or took them apart.
create table exclusions (
    tenant_id uuid not null,
    one_id    uuid not null,
    other_id  uuid not null,
    event_id  uuid not null,
    primary key (tenant_id, one_id, other_id),
    foreign key (tenant_id, one_id) references entities,
    foreign key (tenant_id, other_id) references entities,
    foreign key (tenant_id, event_id) references identity_events,
    check (one_id < other_id)
);
create index exclusions_by_other on exclusions (tenant_id, other_id);

-- A split by mentions gives mentions to another entity; whose they were before stays here.
create table mention_moves (
    tenant_id      uuid not null,
    event_id       uuid not null,
    mention_id     uuid not null,
    from_entity_id uuid not null,
    to_entity_id   uuid not null,
    primary key (tenant_id, event_id, mention_id),
    foreign key (tenant_id, event_id) references identity_events,
    foreign key (tenant_id, mention_id) references mentions
);
create index mention_moves_by_mention on mention_moves (tenant_id, mention_id);
