-- How a version carries on what the version before it said.

-- The version whose claims it carries on, as of its first passage that was read.
alter table versions add column before_id uuid;

-- The words of the passage that carry the claim, where they are not those in which it was first said.
alter table chunk_claims add column said text check (said is null or char_length(said) = char_end - char_start);
