-- Which versions were looked through for references: those that were taken in before there were any are to be.
alter table versions add column references_read boolean not null default false;
update versions v set references_read = true
where exists (
    select from document_locators l where l.tenant_id = v.tenant_id and l.version_id = v.version_id
);
create index versions_without_references on versions (tenant_id, version_id)
where not references_read and representation_id is not null and deleted_at is null;
