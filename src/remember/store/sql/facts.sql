-- believed_in_slots :many
-- The facts that are held in these slots, each by its newest revision.
select fact_id, fact_key, slot_key, label, kind, lower(valid) as valid_from, upper(valid) as valid_until,
    valid_precision, lower(said) as said_since, upper(said) as said_until, contradiction_group, support,
    revision_no, evidence_count
from facts
where tenant_id = %(tenant_id)s and slot_key = any(%(slot_keys)s) and invalidated_at is null
order by slot_key, fact_id;

-- merged_in_slots :many
-- The facts of these slots that became one with others, by their last revision, and when they did.
select fact_id, fact_key, slot_key, label, kind, lower(valid) as valid_from, upper(valid) as valid_until,
    valid_precision, lower(said) as said_since, upper(said) as said_until, contradiction_group, support,
    revision_no, evidence_count, invalidated_at
from facts
where tenant_id = %(tenant_id)s and slot_key = any(%(slot_keys)s) and merged_into is not null
order by slot_key, fact_id;

-- retracted_of :many
-- The facts that closed because nothing said them any more and that one of these claims spoke for to the end,
-- and that no person retracts.
select fact_id, fact_key, slot_key, label, kind, lower(valid) as valid_from, upper(valid) as valid_until,
    valid_precision, lower(said) as said_since, upper(said) as said_until, contradiction_group, support,
    revision_no, evidence_count, invalidated_at
from facts f
where f.tenant_id = %(tenant_id)s and f.invalidated_at is not null and f.merged_into is null
    and not exists (
        select from retractions t
        where t.tenant_id = f.tenant_id and t.fact_id = f.fact_id and t.restored_at is null
    )
    and f.fact_id in (
        select e.fact_id
        from fact_evidence e
        where e.tenant_id = %(tenant_id)s and e.claim_id = any(%(claim_ids)s) and e.stance = 'supports'
            and upper_inf(e.linked)
    )
order by slot_key, fact_id;

-- links_of :many
-- Which claims bear on these facts.
select fact_id, claim_id, stance
from fact_evidence
where tenant_id = %(tenant_id)s and fact_id = any(%(fact_ids)s) and upper_inf(linked);

-- groups_at :many
-- In which contradiction group each of these facts was held just before an instant.
select fact_id, contradiction_group
from fact_revisions
where tenant_id = %(tenant_id)s and fact_id = any(%(fact_ids)s)
    and believed @> (%(before)s::timestamptz - interval '1 microsecond');

-- links_in_slots :many
-- Which claims bear on the facts that are held in these slots.
select e.fact_id, e.claim_id, e.stance
from facts f
join fact_evidence e on e.tenant_id = f.tenant_id and e.fact_id = f.fact_id
where f.tenant_id = %(tenant_id)s and f.slot_key = any(%(slot_keys)s) and f.invalidated_at is null
    and upper_inf(e.linked);

-- stamp :one
-- The belief time of a save: the database's clock, but after every revision and link of these facts, those
-- that ended included, and after every beginning and end of these claims' currency.
-- The transaction has its id before it looks at the clock: reads know by it that something is still being saved.
select case when pg_current_xact_id() is not null then greatest(
    clock_timestamp(),
    (
        select max(coalesce(upper(r.believed), lower(r.believed) + interval '1 microsecond'))
        from fact_revisions r
        where r.tenant_id = %(tenant_id)s and r.fact_id = any(%(fact_ids)s)
    ),
    (
        select max(coalesce(upper(e.linked), lower(e.linked) + interval '1 microsecond'))
        from fact_evidence e
        where e.tenant_id = %(tenant_id)s and e.fact_id = any(%(fact_ids)s)
    ),
    (
        select max(coalesce(upper(y.during), lower(y.during) + interval '1 microsecond'))
        from claim_currency y
        where y.tenant_id = %(tenant_id)s and y.claim_id = any(%(claim_ids)s)
    )
) end;

-- end_revisions :none
-- These facts are no longer believed as they were.
update fact_revisions
set believed = tstzrange(lower(believed), %(stamp)s)
where tenant_id = %(tenant_id)s and fact_id = any(%(fact_ids)s) and upper_inf(believed);

-- close :none
-- A fact is no longer believed; `into` is the one that it became one with, if that is why.
update facts
set invalidated_at = %(stamp)s, contradiction_group = null, merged_into = %(into)s
where tenant_id = %(tenant_id)s and fact_id = %(fact_id)s and invalidated_at is null;

-- reopen :none
-- Facts that had become one with others are facts of their own again.
update facts
set invalidated_at = null, merged_into = null
where tenant_id = %(tenant_id)s and fact_id = any(%(fact_ids)s);

-- add :none
-- A new fact, with its claim's vector where it says the same; its first revision is added beside it.
insert into facts (
    tenant_id, fact_id, scope_id, kind, subject_entity_id, subject_key, predicate, object_entity_id, value_key,
    polarity, fact_key, slot_key, label, split_from, revision_no, valid, valid_precision, ingested_at,
    contradiction_group, support, said, evidence_count, believed_since, counted_since, terms, frequencies,
    word_count, embedding
)
values (
    %(tenant_id)s, %(fact_id)s, %(scope_id)s, %(kind)s, %(subject_entity_id)s, %(subject_key)s, %(predicate)s,
    %(object_entity_id)s, %(value_key)s, %(polarity)s, %(fact_key)s, %(slot_key)s, %(label)s, %(split_from)s,
    1, case when %(dated)s then tstzrange(%(valid_from)s, %(valid_until)s) end, %(valid_precision)s, %(stamp)s,
    %(contradiction_group)s, 'current',
    case when %(ordered)s then tstzrange(%(said_since)s, %(said_until)s) end, 0, %(stamp)s, %(stamp)s,
    %(terms)s, %(frequencies)s, %(word_count)s,
    (
        select c.embedding
        from claims c
        where c.tenant_id = %(tenant_id)s and c.claim_id = %(named_by)s
            and rtrim(c.claim_text, '.') = rtrim(%(label)s, '.')
    )
);

-- revise :none
-- Keep a copy of a fact's newest revision for reads of now.
update facts
set revision_no = revision_no + 1,
    valid = case when %(dated)s then tstzrange(%(valid_from)s, %(valid_until)s) end,
    valid_precision = %(valid_precision)s,
    said = case when %(ordered)s then tstzrange(%(said_since)s, %(said_until)s) end,
    contradiction_group = %(contradiction_group)s,
    support = %(support)s,
    believed_since = %(stamp)s
where tenant_id = %(tenant_id)s and fact_id = %(fact_id)s;

-- add_revision :none
-- The newest revision of a fact, from its copy on the fact.
insert into fact_revisions (
    tenant_id, fact_id, revision_no, fact_key, valid, valid_precision, believed, said, contradiction_group,
    support, cause, caused_by
)
select tenant_id, fact_id, revision_no, fact_key, valid, valid_precision, tstzrange(%(stamp)s, null), said,
    contradiction_group, support, %(cause)s, %(caused_by)s
from facts
where tenant_id = %(tenant_id)s and fact_id = %(fact_id)s;

-- end_link :none
-- A claim no longer bears on a fact.
update fact_evidence
set linked = tstzrange(lower(linked), %(stamp)s)
where tenant_id = %(tenant_id)s and fact_id = %(fact_id)s and claim_id = %(claim_id)s and upper_inf(linked);

-- add_links :none
-- Claims bear on facts. Each claim is looked up, however few there seem to be while nothing is analysed yet.
insert into fact_evidence (tenant_id, fact_id, claim_id, doc_id, stance, linked)
select %(tenant_id)s, l.fact_id, l.claim_id,
    (select c.doc_id from claims c where c.tenant_id = %(tenant_id)s and c.claim_id = l.claim_id), l.stance,
    tstzrange(%(stamp)s, null)
from unnest(%(fact_ids)s::uuid[], %(claim_ids)s::uuid[], %(stances)s::text[]) l (fact_id, claim_id, stance);

-- recount :many
-- How many documents speak for these facts with claims that count now, where that changed or other claims do it.
update facts f set evidence_count = n.supporting, counted_since = %(stamp)s
from (
    select ids.fact_id, count(distinct c.doc_id) as supporting
    from unnest(%(fact_ids)s::uuid[]) ids (fact_id)
    left join fact_evidence e
        on e.tenant_id = %(tenant_id)s and e.fact_id = ids.fact_id and e.stance = 'supports' and upper_inf(e.linked)
    left join claims c on c.tenant_id = e.tenant_id and c.claim_id = e.claim_id and c.is_current
    group by ids.fact_id
) n
where f.tenant_id = %(tenant_id)s and f.fact_id = n.fact_id
    and (f.evidence_count <> n.supporting or f.fact_id = any(%(others)s))
returning f.fact_id, f.evidence_count;

-- reach_from_ends :none
-- Facts are reached from the entities at their two ends.
insert into fact_entities (tenant_id, fact_id, entity_id, role)
select f.tenant_id, f.fact_id, e.entity_id, e.role
from facts f
cross join lateral (values (f.subject_entity_id, 'subject'), (f.object_entity_id, 'object')) e (entity_id, role)
where f.tenant_id = %(tenant_id)s and f.fact_id = any(%(fact_ids)s) and e.entity_id is not null
on conflict do nothing;

-- reach_from_mentions :none
-- Facts are reached from every entity that a supporting claim mentions.
insert into fact_entities (tenant_id, fact_id, entity_id, role)
select distinct e.tenant_id, e.fact_id, m.entity_id, 'mentioned'
from fact_evidence e
join mentions m on m.tenant_id = e.tenant_id and m.claim_id = e.claim_id
where e.tenant_id = %(tenant_id)s and e.fact_id = any(%(fact_ids)s) and e.stance = 'supports'
    and upper_inf(e.linked) and m.entity_id is not null
on conflict do nothing;

-- add_adjudications :none
-- Why facts are as they are.
insert into adjudications (
    tenant_id, adjudication_id, fact_id, related_fact_id, claim_id, outcome, method, features, decided_by, decided_at
)
select %(tenant_id)s, d.adjudication_id, d.fact_id, d.related_fact_id, d.claim_id, d.outcome, 'exact', d.features,
    d.decided_by, %(stamp)s
from unnest(
    %(adjudication_ids)s::uuid[], %(fact_ids)s::uuid[], %(related_fact_ids)s::uuid[], %(claim_ids)s::uuid[],
    %(outcomes)s::text[], %(features)s::jsonb[], %(decided_bys)s::text[]
) d (adjudication_id, fact_id, related_fact_id, claim_id, outcome, features, decided_by);

-- count_terms :none
-- Tell the word statistics which facts came (1) or went (-1).
insert into term_changes (tenant_id, corpus, terms, rows, words)
select tenant_id, 'facts', terms, %(sign)s, %(sign)s * word_count
from facts
where tenant_id = %(tenant_id)s and fact_id = any(%(fact_ids)s);

-- without_vector :many
-- Facts in the slots of a version's claims, or where moves of whom they speak of are supposed, that cannot be found
-- by meaning yet.
select distinct f.fact_id, f.label
from (
    select a.slot_key
    from assertions a
    where a.tenant_id = %(tenant_id)s and a.doc_id = %(doc_id)s
    union
    select m.slot_key
    from assertions a
    join assertions m
        on m.tenant_id = a.tenant_id and m.scope_id = a.scope_id and m.subject_key = a.subject_key
    where a.tenant_id = %(tenant_id)s and a.doc_id = %(doc_id)s and m.supposed is not null
) s
join facts f on f.tenant_id = %(tenant_id)s and f.slot_key = s.slot_key
where f.embedding is null and f.invalidated_at is null
order by f.fact_id
limit %(most)s;

-- some_without_vector :many
-- Those of these facts that cannot be found by meaning yet.
select fact_id, label
from facts
where tenant_id = %(tenant_id)s and fact_id = any(%(fact_ids)s) and embedding is null and invalidated_at is null
order by fact_id;

-- set_vector :none
-- Keep the vector of a fact's label.
update facts set embedding = %(embedding)s::halfvec
where tenant_id = %(tenant_id)s and fact_id = %(fact_id)s;
