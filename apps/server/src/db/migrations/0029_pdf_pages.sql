-- How many pages a PDF has; null: not counted, as of those that came before.
alter table media add column pages integer check (pages > 0);
