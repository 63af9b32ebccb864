-- How far the word of sources counts (domain/trust.py): of all of a kind, or of one. The latest decision stands.
create table source_trusts (
    tenant_id       uuid not null,
    decision_id     uuid not null,
    scope_id        uuid not null,
    source_kind     text not null,
    -- Empty: of every source of the kind that has no decision of its own.
    source_ref      text not null,
    trust           text not null check (trust in ('verified', 'asserted', 'unverified')),
    reason          text not null,
    decided_by_kind text not null,
    decided_by_ref  text not null,
    decided_at      timestamptz not null default clock_timestamp(),
    replaced_by     uuid,
    primary key (tenant_id, decision_id),
    foreign key (tenant_id, scope_id) references scopes
);
create unique index source_trusts_standing on source_trusts (tenant_id, scope_id, source_kind, source_ref)
    where replaced_by is null;
