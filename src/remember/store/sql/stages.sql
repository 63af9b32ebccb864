-- add_all :none
-- The stages of a new version, all pending.
insert into stages (tenant_id, version_id, stage, component_version, status, defer_reason)
select %(tenant_id)s, %(version_id)s, s.stage, s.component_version, 'pending',
    case when s.stage = 'convert' then %(defer_reason)s::text end
from unnest(%(stages)s::text[], %(component_versions)s::text[]) as s (stage, component_version);

-- set :none
-- Move stages of a version on.
update stages
set status = %(status)s, defer_reason = %(defer_reason)s,
    finished_at = case when %(status)s in ('succeeded', 'skipped') then clock_timestamp() end
where tenant_id = %(tenant_id)s and version_id = %(version_id)s and stage = any(%(stages)s);

-- pass_on :none
-- Some stages of a version are done, and these others begin.
update stages
set status = case when stage = any(%(done)s) then 'succeeded' else 'running' end, defer_reason = null,
    finished_at = case when stage = any(%(done)s) then clock_timestamp() end
where tenant_id = %(tenant_id)s and version_id = %(version_id)s
    and (stage = any(%(done)s) or stage = any(%(begun)s));

-- skip_unfinished :none
-- Nothing more is to be done for these versions.
update stages set status = 'skipped', defer_reason = null, finished_at = clock_timestamp()
where tenant_id = %(tenant_id)s and version_id = any(%(version_ids)s) and status not in ('succeeded', 'skipped');

-- of_versions :many
-- The stages of some versions that a reader of these scopes may see.
select s.version_id, s.stage, s.component_version, s.status, s.finished_at, s.defer_reason
from stages s
join versions v on v.tenant_id = s.tenant_id and v.version_id = s.version_id
join documents d on d.tenant_id = s.tenant_id and d.doc_id = v.doc_id
where s.tenant_id = %(tenant_id)s and s.version_id = any(%(version_ids)s) and d.scope_id = any(%(scope_ids)s);

-- release :none
-- Stages that waited for money wait no more.
update stages set defer_reason = null
where tenant_id = %(tenant_id)s and version_id = any(%(version_ids)s) and defer_reason = 'budget';

-- retry :none
-- What failed for good is to be tried again.
update stages set status = 'pending', defer_reason = null
where tenant_id = %(tenant_id)s and version_id = %(version_id)s and status in ('failed', 'dead_letter');

-- finished :many
-- The stages of a version that have nothing left to do.
select stage from stages
where tenant_id = %(tenant_id)s and version_id = %(version_id)s and status in ('succeeded', 'skipped');
