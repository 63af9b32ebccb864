-- What exactly was decided about a piece of text: the words that are not in it, say.
alter table extraction_decisions add column detail text not null default '';
