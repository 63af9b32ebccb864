-- of_entities :many
-- The names that these entities bear, in scopes that the reader may see.
select alias_id, entity_id, scope_id, alias_text, folded, provenance
from aliases
where tenant_id = %(tenant_id)s and entity_id = any(%(entity_ids)s) and scope_id = any(%(scope_ids)s)
order by is_canonical desc, first_seen_at, alias_id;

-- add :none
-- One more name of an entity; one that a document gave it is a person's word from now on.
insert into aliases (tenant_id, alias_id, scope_id, entity_id, alias_text, folded, provenance, is_canonical)
values (
    %(tenant_id)s, %(alias_id)s, %(scope_id)s, %(entity_id)s, %(alias_text)s, %(folded)s, %(provenance)s, false
)
on conflict (tenant_id, scope_id, entity_id, alias_text) do update set provenance = excluded.provenance;

-- remove :none
-- These names are borne no more.
delete from aliases where tenant_id = %(tenant_id)s and alias_id = any(%(alias_ids)s);

-- drop_unused :none
-- Names that documents gave these entities, and by which no document names them any more, are borne no more.
delete from aliases a
where a.tenant_id = %(tenant_id)s and a.entity_id = any(%(entity_ids)s) and a.provenance = 'source'
    and not exists (
        select
        from mentions m
        where m.tenant_id = a.tenant_id and m.entity_id = a.entity_id and m.folded = a.folded
    );

-- crown :none
-- Each of these entities that has names has one that it is called by.
update aliases a
set is_canonical = true
from (
    select distinct on (entity_id) entity_id, alias_id, bool_or(is_canonical) over (partition by entity_id) as crowned
    from aliases
    where tenant_id = %(tenant_id)s and entity_id = any(%(entity_ids)s)
    order by entity_id, first_seen_at, alias_id
) first
where a.tenant_id = %(tenant_id)s and a.alias_id = first.alias_id and not first.crowned;
