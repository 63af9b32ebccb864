-- Which of the versions that speak are copies of one another, and since when: a group falls apart when the
-- version goes that joined it, and a past belief counts sources by the groups of then.
create table copy_groups (
    tenant_id  uuid not null,
    version_id uuid not null,
    copy_group uuid not null,
    during     tstzrange not null check (not isempty(during)),
    foreign key (tenant_id, version_id) references sketches,
    exclude using gist (tenant_id with =, version_id with =, during with &&)
);
create index copy_groups_now on copy_groups (tenant_id, copy_group) where upper_inf(during);

-- What was compared before is in the group that it was in, and stays in it where it still speaks.
insert into copy_groups (tenant_id, version_id, copy_group, during)
select s.tenant_id, s.version_id, s.copy_group,
    tstzrange(null, case
        when v.deleted_at is not null or d.deleted_at is not null then clock_timestamp()
        when d.versioning_mode = 'living' and exists (
            select
            from versions n
            join stages e on e.tenant_id = n.tenant_id and e.version_id = n.version_id
                and e.stage = 'extract_claims' and e.status = 'succeeded'
            where n.tenant_id = v.tenant_id and n.doc_id = v.doc_id and n.version_no > v.version_no
                and n.deleted_at is null
        ) then clock_timestamp()
    end)
from sketches s
join versions v on v.tenant_id = s.tenant_id and v.version_id = s.version_id
join documents d on d.tenant_id = v.tenant_id and d.doc_id = v.doc_id;

alter table sketches drop column copy_group;
