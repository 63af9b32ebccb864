-- How many documents speak against a fact is told by its evidence. Nobody read the copy, and each further side of a
-- contradiction changed the rows of all others to keep it.
alter table facts drop column contradict_count;
