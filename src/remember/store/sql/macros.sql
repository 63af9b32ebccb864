-- when_asked(row) :macro
-- Whether a fact or revision meets the time asked about: in the world, and by when it was said.
(
    ($row.valid is null or $row.valid && tstzrange(%(first)s, %(last)s, '[]'))
    and ($row.said is null or $row.said && tstzrange(%(first)s, %(last)s, '[]'))
)
