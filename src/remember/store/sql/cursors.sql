-- keys :many
-- The keys that seal cursors, newest first.
select key_id, secret from cursor_keys order by key_id desc;

-- lock_keys :none
-- Let only one process at a time make the first key.
select pg_advisory_xact_lock(%(lock)s);

-- add_key :none
-- From now on seal with this key; older ones still open.
insert into cursor_keys (secret) values (%(secret)s);
