-- unread :maybe
-- The newest version, before a place where one is given, that nobody has looked through for references.
select v.version_id, r.text_hash
from versions v
join representations r on r.tenant_id = v.tenant_id and r.representation_id = v.representation_id
where v.tenant_id = %(tenant_id)s and not v.references_read and v.deleted_at is null
    and (%(before)s::uuid is null or v.version_id < %(before)s)
order by v.version_id desc
limit 1;

-- read :none
-- A version is looked through, by whoever is first.
update versions set references_read = true
where tenant_id = %(tenant_id)s and version_id = %(version_id)s and not references_read and deleted_at is null;

-- add :none
-- What a version points at, with what that may mean.
with pointed as (
    insert into document_references (
        tenant_id, reference_id, doc_id, version_id, ordinal, kind, raw, char_start, char_end, places
    )
    values (
        %(tenant_id)s, %(reference_id)s, %(doc_id)s, %(version_id)s, %(ordinal)s, %(kind)s, %(raw)s,
        %(char_start)s, %(char_end)s, %(places)s
    )
)
insert into reference_locators (tenant_id, reference_id, rank, locator)
select %(tenant_id)s, %(reference_id)s, t.rank - 1, t.locator
from unnest(%(locators)s::text[]) with ordinality t (locator, rank);

-- add_locators :none
-- By what a version can be pointed at.
insert into document_locators (tenant_id, version_id, locator, doc_id)
select %(tenant_id)s, %(version_id)s, t.locator, %(doc_id)s
from unnest(%(locators)s::text[]) t (locator);

-- edges :many
-- What these documents point at, or what points at them: once a pair and kind. A reference whose surest
-- locator several documents bear means none of them.
with asked as (
    select h.reference_id
    from reference_hits h
    where h.tenant_id = %(tenant_id)s and h.from_doc_id = any(%(from_ids)s) and h.from_scope_id = any(%(scope_ids)s)
    union
    select h.reference_id
    from reference_hits h
    where h.tenant_id = %(tenant_id)s and h.to_doc_id = any(%(to_ids)s) and h.to_scope_id = any(%(scope_ids)s)
), seen as (
    select h.reference_id, h.from_doc_id, h.kind, h.places, h.to_doc_id, h.rank,
        min(h.rank) over (partition by h.reference_id) as surest
    from asked a
    join reference_hits h on h.tenant_id = %(tenant_id)s and h.reference_id = a.reference_id
    where h.from_scope_id = any(%(scope_ids)s) and h.to_scope_id = any(%(scope_ids)s)
), meant as (
    select reference_id, from_doc_id, kind, places, (array_agg(to_doc_id))[1] as to_doc_id
    from seen
    where rank = surest
    group by reference_id, from_doc_id, kind, places
    having count(distinct to_doc_id) = 1
)
select (array_agg(reference_id order by reference_id))[1] as edge_id, from_doc_id as subject_id,
    to_doc_id as object_id, kind as predicate, sum(places)::integer as weight
from meant
where from_doc_id = any(%(from_ids)s) or to_doc_id = any(%(to_ids)s)
group by from_doc_id, to_doc_id, kind
having not (array_agg(reference_id order by reference_id))[1] = any(%(known)s)
order by weight desc, edge_id
limit %(most)s;

-- page :many
-- What a document points at, in the order of its text, with what each reference means: how many documents
-- bear its surest locator, and which it is where that is one.
select r.reference_id, r.kind, r.raw, r.char_start, r.char_end, r.places, r.ordinal, r.doc_id as from_doc_id,
    coalesce(m.candidates, 0) as candidates,
    case when m.candidates = 1 then m.to_doc_id end as to_doc_id
from documents d
join document_references r on r.tenant_id = d.tenant_id and r.version_id = d.serving_version_id
left join lateral (
    select count(distinct s.to_doc_id) as candidates, (array_agg(s.to_doc_id))[1] as to_doc_id
    from (
        select h.to_doc_id, h.rank, min(h.rank) over () as surest
        from reference_hits h
        where h.tenant_id = %(tenant_id)s and h.reference_id = r.reference_id
            and h.to_scope_id = any(%(scope_ids)s)
    ) s
    where s.rank = s.surest
) m on true
where d.tenant_id = %(tenant_id)s and d.doc_id = %(doc_id)s and d.scope_id = any(%(scope_ids)s)
    and d.deleted_at is null and (%(after)s::integer is null or r.ordinal > %(after)s)
order by r.ordinal
limit %(most)s;

-- page_to :many
-- What points at a document and means it, document by document.
with asked as (
    select distinct h.reference_id
    from reference_hits h
    where h.tenant_id = %(tenant_id)s and h.to_doc_id = %(doc_id)s and h.from_scope_id = any(%(scope_ids)s)
), meant as (
    select s.reference_id
    from (
        select h.reference_id, h.to_doc_id, h.rank, min(h.rank) over (partition by h.reference_id) as surest
        from asked a
        join reference_hits h on h.tenant_id = %(tenant_id)s and h.reference_id = a.reference_id
        where h.to_scope_id = any(%(scope_ids)s)
    ) s
    where s.rank = s.surest
    group by s.reference_id
    having count(distinct s.to_doc_id) = 1 and bool_and(s.to_doc_id = %(doc_id)s)
)
select r.reference_id, r.kind, r.raw, r.char_start, r.char_end, r.places, r.ordinal, r.doc_id as from_doc_id,
    1 as candidates, %(doc_id)s::uuid as to_doc_id
from meant m
join document_references r on r.tenant_id = %(tenant_id)s and r.reference_id = m.reference_id
where %(after_doc)s::uuid is null or (r.doc_id, r.ordinal) > (%(after_doc)s::uuid, %(after)s::integer)
order by r.doc_id, r.ordinal
limit %(most)s;

-- titles :many
-- What these documents are called, of those that may be seen.
select doc_id, coalesce(title, source_ref) as title
from documents
where tenant_id = %(tenant_id)s and doc_id = any(%(doc_ids)s) and scope_id = any(%(scope_ids)s)
    and deleted_at is null;
