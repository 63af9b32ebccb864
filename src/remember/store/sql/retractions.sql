-- named_fact :maybe
-- A fact that a reader may see, with its place; whether it is held, and whether a retraction of it stands.
select f.fact_id, f.scope_id, f.slot_key, f.subject_key, f.predicate, f.invalidated_at is null as is_held,
    (
        select t.retraction_id
        from retractions t
        where t.tenant_id = f.tenant_id and t.fact_id = f.fact_id and t.restored_at is null
    ) as retraction_id
from facts f
where f.tenant_id = %(tenant_id)s and f.fact_id = %(fact_id)s and f.scope_id = any(%(scope_ids)s);

-- named_claim :maybe
-- A claim of a document that is there and that a reader may see; whether a retraction of it stands.
select c.claim_id, c.scope_id,
    (
        select t.retraction_id
        from retractions t
        where t.tenant_id = c.tenant_id and t.claim_id = c.claim_id and t.restored_at is null
    ) as retraction_id
from claims c
join documents d on d.tenant_id = c.tenant_id and d.doc_id = c.doc_id
where c.tenant_id = %(tenant_id)s and c.claim_id = %(claim_id)s and c.scope_id = any(%(scope_ids)s)
    and d.deleted_at is null;

-- get :maybe
-- One retraction that a reader may see.
select retraction_id, scope_id, fact_id, claim_id, reason, decided_by_kind, decided_by_ref, decided_at,
    restored_at, restored_reason, restored_by_kind, restored_by_ref
from retractions
where tenant_id = %(tenant_id)s and retraction_id = %(retraction_id)s and scope_id = any(%(scope_ids)s);

-- latest :many
-- Retractions that a reader may see, the latest first, restored ones too.
select retraction_id, scope_id, fact_id, claim_id, reason, decided_by_kind, decided_by_ref, decided_at,
    restored_at, restored_reason, restored_by_kind, restored_by_ref
from retractions
where tenant_id = %(tenant_id)s and scope_id = any(%(scope_ids)s)
    and (%(decided_before)s::timestamptz is null
        or (decided_at, retraction_id) < (%(decided_before)s, %(before_id)s::uuid))
order by decided_at desc, retraction_id desc
limit %(most)s;

-- about :many
-- The retractions of a fact and of claims that bear or bore on it, or of a claim, as of an instant of belief.
select r.retraction_id, r.scope_id, r.fact_id, r.claim_id, r.reason, r.decided_by_kind, r.decided_by_ref, r.decided_at,
    back.restored_at, back.restored_reason, back.restored_by_kind, back.restored_by_ref
from retractions r
left join retractions back on back.tenant_id = r.tenant_id and back.retraction_id = r.retraction_id
    and back.restored_at <= %(until)s::timestamptz
where r.tenant_id = %(tenant_id)s and r.scope_id = any(%(scope_ids)s) and r.decided_at <= %(until)s::timestamptz
    and (r.fact_id = %(fact_id)s::uuid or r.claim_id = %(claim_id)s::uuid or r.claim_id in (
        select e.claim_id
        from fact_evidence e
        where e.tenant_id = %(tenant_id)s and e.fact_id = %(fact_id)s
    ))
order by r.decided_at desc, r.retraction_id desc
limit %(most)s;

-- is_any :one
-- Whether anything in these scopes was ever taken back, restored or not.
select exists (select from retractions where tenant_id = %(tenant_id)s and scope_id = any(%(scope_ids)s));

-- places_in :many
-- Where in these versions stands what was taken back by an instant of belief, a claim or every fact that it
-- supports; unless a fact that it supports was held then.
select k.version_id, k.char_start, k.char_end
from chunk_claims k
join claims c on c.tenant_id = k.tenant_id and c.claim_id = k.claim_id
where k.tenant_id = %(tenant_id)s and k.version_id = any(%(version_ids)s) and c.scope_id = any(%(scope_ids)s)
    and exists (
        select
        from retractions r
        where r.tenant_id = k.tenant_id and r.decided_at <= %(at)s::timestamptz
            and coalesce(r.restored_at > %(at)s, true)
            and (r.claim_id = k.claim_id or r.fact_id in (
                select e.fact_id
                from fact_evidence e
                where e.tenant_id = k.tenant_id and e.claim_id = k.claim_id and e.stance = 'supports'
                    and e.linked @> %(at)s
            ))
    )
    and not exists (
        select
        from fact_evidence e
        join fact_revisions f on f.tenant_id = e.tenant_id and f.fact_id = e.fact_id and f.believed @> %(at)s
        where e.tenant_id = k.tenant_id and e.claim_id = k.claim_id and e.stance = 'supports' and e.linked @> %(at)s
    );

-- add :none
-- A person took a fact or a claim back; nothing where another retraction of it stands.
insert into retractions (
    tenant_id, retraction_id, scope_id, fact_id, claim_id, reason, decided_by_kind, decided_by_ref, decided_at
)
values (
    %(tenant_id)s, %(retraction_id)s, %(scope_id)s, %(fact_id)s, %(claim_id)s, %(reason)s, %(decided_by_kind)s,
    %(decided_by_ref)s, %(decided_at)s
)
on conflict do nothing;

-- restore :maybe
-- A retraction that stands is taken back; when that is.
update retractions
set restored_at = clock_timestamp(), restored_reason = %(reason)s, restored_by_kind = %(decided_by_kind)s,
    restored_by_ref = %(decided_by_ref)s
where tenant_id = %(tenant_id)s and retraction_id = %(retraction_id)s and restored_at is null
returning restored_at;

-- tombstones :many
-- The facts of these slots that a person retracted, as they were held last.
select f.fact_id, f.fact_key, f.slot_key, lower(f.valid) as valid_from, upper(f.valid) as valid_until,
    f.valid_precision,
    array(
        select e.claim_id
        from fact_evidence e
        where e.tenant_id = f.tenant_id and e.fact_id = f.fact_id and upper_inf(e.linked)
    ) as claims
from retractions t
join facts f on f.tenant_id = t.tenant_id and f.fact_id = t.fact_id
where t.tenant_id = %(tenant_id)s and t.restored_at is null and f.slot_key = any(%(slot_keys)s)
order by f.fact_id;

-- statements :many
-- What the claims assert in these slots that a person retracted.
select a.slot_key, a.doc_id, a.fact_key, a.effect, a.valid_from, a.valid_until, a.valid_precision
from retractions t
join assertions a on a.tenant_id = t.tenant_id and a.claim_id = t.claim_id
where t.tenant_id = %(tenant_id)s and t.restored_at is null and a.slot_key = any(%(slot_keys)s);
