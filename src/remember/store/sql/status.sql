-- counts :one
-- How much a reader of these scopes can be told of, and how much is still to do.
select
    (select count(*) from documents
        where tenant_id = %(tenant_id)s and scope_id = any(%(scope_ids)s) and deleted_at is null
            and origin = 'external') as documents,
    (select count(*) from claims
        where tenant_id = %(tenant_id)s and scope_id = any(%(scope_ids)s) and is_current) as claims,
    (select count(*) from facts
        where tenant_id = %(tenant_id)s and scope_id = any(%(scope_ids)s) and invalidated_at is null) as facts,
    (select count(distinct entity_id) from aliases
        where tenant_id = %(tenant_id)s and scope_id = any(%(scope_ids)s)) as entities,
    count(*) filter (where j.state = 'ready') as waiting,
    count(*) filter (where j.state = 'leased') as running,
    count(*) filter (where j.state = 'parked') as parked,
    count(*) filter (where j.state = 'dead') as dead
from jobs j
join documents d on d.tenant_id = j.tenant_id and d.doc_id = j.doc_id
where j.tenant_id = %(tenant_id)s and j.state <> 'done' and d.scope_id = any(%(scope_ids)s);
