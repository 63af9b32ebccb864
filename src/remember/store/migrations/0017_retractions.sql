-- What a person took back, and what of that was restored. While it is not, saying it again brings nothing back.
create table retractions (
    tenant_id        uuid not null,
    retraction_id    uuid not null,
    scope_id         uuid not null,
    fact_id          uuid,
    claim_id         uuid,
    reason           text not null,
    decided_by_kind  text not null,
    decided_by_ref   text not null,
    -- The belief time of what it changed.
    decided_at       timestamptz not null,
    restored_at      timestamptz,
    restored_reason  text,
    restored_by_kind text,
    restored_by_ref  text,
    primary key (tenant_id, retraction_id),
    foreign key (tenant_id, scope_id) references scopes,
    foreign key (tenant_id, fact_id) references facts,
    foreign key (tenant_id, claim_id) references claims,
    check (num_nonnulls(fact_id, claim_id) = 1),
    check (num_nonnulls(restored_at, restored_reason, restored_by_kind, restored_by_ref) in (0, 4))
);
create unique index retractions_of_fact on retractions (tenant_id, fact_id)
    where fact_id is not null and restored_at is null;
create unique index retractions_of_claim on retractions (tenant_id, claim_id)
    where claim_id is not null and restored_at is null;
create index retractions_latest on retractions (tenant_id, decided_at desc, retraction_id desc);
