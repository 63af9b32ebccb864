-- The names that may be seen today: those a person gave, and those a document that is still there uses.
create index mentions_by_name on mentions (tenant_id, entity_id, folded);
drop index mentions_by_entity;

create view supported_aliases as
select a.tenant_id, a.alias_id, a.scope_id, a.entity_id, a.alias_text, a.folded, a.is_canonical, a.first_seen_at
from aliases a
where a.provenance = 'person' or exists (
    select
    from mentions m
    join documents d on d.tenant_id = m.tenant_id and d.doc_id = m.doc_id
    where m.tenant_id = a.tenant_id and m.entity_id = a.entity_id and m.folded = a.folded and d.deleted_at is null
);

-- Contradictions are read as they were believed, too.
create index fact_revisions_by_group on fact_revisions (tenant_id, contradiction_group)
    where contradiction_group is not null;
