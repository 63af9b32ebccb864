-- lock :many
-- Keep these entities, and all that answer as them, from being named, merged or split by others.
select entity_id, survivor_id
from entity_survivors
where tenant_id = %(tenant_id)s and (entity_id = any(%(entity_ids)s) or survivor_id = any(%(entity_ids)s))
order by entity_id
for update;

-- survivor_of :maybe
-- Whom an entity answers as.
select survivor_id from entity_survivors where tenant_id = %(tenant_id)s and entity_id = %(entity_id)s;

-- scopes_of :many
-- In which scopes each of these entities, with all that answer as it, has a name.
select distinct s.survivor_id as entity_id, a.scope_id
from entity_survivors s
join aliases a on a.tenant_id = s.tenant_id and a.entity_id = s.entity_id
where s.tenant_id = %(tenant_id)s and s.survivor_id = any(%(entity_ids)s);

-- set_survivors :none
-- Whom entities answer as from now on.
update entity_survivors s
set survivor_id = k.survivor_id
from unnest(%(entity_ids)s::uuid[], %(survivor_ids)s::uuid[]) k (entity_id, survivor_id)
where s.tenant_id = %(tenant_id)s and s.entity_id = k.entity_id;

-- merges_of :many
-- The merges among these entities that nobody took back, in their order.
select event_id, entity_id as survivor_id, other_id as absorbed_id, decided_at
from identity_events
where tenant_id = %(tenant_id)s and entity_id = any(%(entity_ids)s) and kind = 'merge' and reversed_by is null
order by decided_at, event_id;

-- event :maybe
-- One event, for whoever may see it.
select event_id, scope_id, kind, entity_id, other_id, name, reason, decided_by_kind, decided_by_ref, decided_at,
    reversed_by
from identity_events
where tenant_id = %(tenant_id)s and event_id = %(event_id)s and scope_id = any(%(scope_ids)s);

-- events :many
-- The latest events first; those about some entities and of some kinds, where any are given.
select event_id, scope_id, kind, entity_id, other_id, name, reason, decided_by_kind, decided_by_ref, decided_at,
    reversed_by
from identity_events
where tenant_id = %(tenant_id)s and scope_id = any(%(scope_ids)s)
    and (%(entity_ids)s::uuid[] is null or entity_id = any(%(entity_ids)s) or other_id = any(%(entity_ids)s))
    and (%(kinds)s::text[] is null or kind = any(%(kinds)s))
    and (%(decided_before)s::timestamptz is null
        or (decided_at, event_id) < (%(decided_before)s, %(before_id)s::uuid))
order by decided_at desc, event_id desc
limit %(most)s;

-- add_event :none
-- Keep what was decided.
insert into identity_events (
    tenant_id, event_id, scope_id, kind, entity_id, other_id, name, reason, decided_by_kind, decided_by_ref, decided_at
)
values (
    %(tenant_id)s, %(event_id)s, %(scope_id)s, %(kind)s, %(entity_id)s, %(other_id)s, %(name)s, %(reason)s,
    %(decided_by_kind)s, %(decided_by_ref)s, coalesce(%(decided_at)s, clock_timestamp())
);

-- reverse_event :none
-- An event was taken back by another.
update identity_events
set reversed_by = %(reversed_by)s
where tenant_id = %(tenant_id)s and event_id = %(event_id)s;

-- reverse_between :none
-- Decisions of a kind about two groups of entities were taken back by an event.
update identity_events
set reversed_by = %(reversed_by)s
where tenant_id = %(tenant_id)s and kind = %(kind)s and reversed_by is null
    and (
        (entity_id = any(%(one_ids)s) and other_id = any(%(other_ids)s))
        or (entity_id = any(%(other_ids)s) and other_id = any(%(one_ids)s))
    );

-- names_decided :many
-- The decisions of a kind about names of these entities that nobody took back.
select event_id, name
from identity_events
where tenant_id = %(tenant_id)s and kind = %(kind)s and entity_id = any(%(entity_ids)s) and reversed_by is null;

-- exclude :none
-- Never propose this pair again.
insert into exclusions (tenant_id, one_id, other_id, event_id)
values (
    %(tenant_id)s, least(%(one_id)s::uuid, %(other_id)s::uuid), greatest(%(one_id)s::uuid, %(other_id)s::uuid),
    %(event_id)s
)
on conflict (tenant_id, one_id, other_id) do update set event_id = excluded.event_id;

-- exclude_split :many
-- Never propose to split between these documents; which of them are there.
insert into split_exclusions (tenant_id, event_id, doc_id)
select d.tenant_id, %(event_id)s, d.doc_id
from documents d
where d.tenant_id = %(tenant_id)s and d.doc_id = any(%(doc_ids)s) and d.scope_id = any(%(scope_ids)s)
    and d.deleted_at is null
returning doc_id;

-- reverse_of :none
-- Decisions of a kind about some entities were taken back by an event.
update identity_events
set reversed_by = %(reversed_by)s
where tenant_id = %(tenant_id)s and kind = %(kind)s and entity_id = any(%(entity_ids)s) and reversed_by is null;

-- exclusions_between :many
-- The events that keep two groups of entities from being proposed as one.
select e.event_id
from exclusions x
join identity_events e on e.tenant_id = x.tenant_id and e.event_id = x.event_id
where x.tenant_id = %(tenant_id)s and e.kind = any(%(kinds)s)
    and (
        (x.one_id = any(%(one_ids)s) and x.other_id = any(%(other_ids)s))
        or (x.one_id = any(%(other_ids)s) and x.other_id = any(%(one_ids)s))
    );

-- allow_between :none
-- Two groups of entities may be proposed as one again.
delete from exclusions
where tenant_id = %(tenant_id)s
    and (
        (one_id = any(%(one_ids)s) and other_id = any(%(other_ids)s))
        or (one_id = any(%(other_ids)s) and other_id = any(%(one_ids)s))
    );
