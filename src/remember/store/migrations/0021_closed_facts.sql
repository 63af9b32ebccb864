-- Facts that are not held any more are found by meaning and by words, too: reads of past beliefs look for them.
create index facts_closed_by_terms on facts using gin (terms) where invalidated_at is not null;
create index facts_closed_by_embedding on facts using hnsw (embedding halfvec_cosine_ops)
    where invalidated_at is not null;
