-- What changed between two belief times is found by when revisions began and ended.
create index fact_revisions_by_begin on fact_revisions (tenant_id, lower(believed));
create index fact_revisions_by_end on fact_revisions (tenant_id, upper(believed)) where not upper_inf(believed);

-- Facts that may be told of: a document that is still there speaks, or spoke, for each.
create view told_facts as
select f.tenant_id, f.fact_id, f.scope_id, f.kind, f.subject_entity_id, f.subject_key, f.predicate,
    f.object_entity_id, f.value_key, f.polarity, f.fact_key, f.slot_key, f.label, f.split_from, f.merged_into
from facts f
where f.support = 'withdrawn' or exists (
    select
    from fact_evidence e
    join documents d on d.tenant_id = e.tenant_id and d.doc_id = e.doc_id
    where e.tenant_id = f.tenant_id and e.fact_id = f.fact_id and e.stance = 'supports' and d.deleted_at is null
);
