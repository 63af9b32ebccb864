-- What a move says of each relation that it may concern counts only if, or only unless, the memory tells.
alter table assertions add column supposed text check (supposed in ('if_told', 'unless_told'));

create index assertions_of_moves on assertions (tenant_id, scope_id, subject_key) where supposed is not null;
