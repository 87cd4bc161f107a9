-- What the other files build on. Every time in Cairn has milliseconds, because JavaScript's have: a time that a client
-- sends back is then equal to the stored one (cursors and the ledger's hashes depend on it).

create extension if not exists pg_trgm;

-- For rows that are part of the record: they are added and never change.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are never changed or deleted', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Monday of the week, UTC.
create function week_of(moment timestamptz) returns date language sql immutable as
  $$ select date_trunc('week', moment at time zone 'UTC')::date $$;

-- Wakes the job that works on the table, or that listens on the channel which the trigger names, on every instance.
-- PostgreSQL sends a notice at the commit: a transaction that rolls back wakes nobody.
create function announce_work() returns trigger language plpgsql as $$
begin
  perform pg_notify(coalesce(tg_argv[0], tg_table_name), '');
  return null;
end $$;

-- Names the sources of answers that this transaction changed ("item:7", "list"): each process drops the answers that it
-- made of them (events/changes.ts). `sources` may hold nulls and repetitions. More than a hundred are sent as "all"; the
-- callers stop before they have collected many more, because a statement may change every row.
create function tell_readers(sources text[]) returns void language plpgsql as $$
declare
  told text[] := array_remove(sources, null);
begin
  if cardinality(told) > 100 then
    told := array(select distinct source from unnest(told) source);
  end if;
  if cardinality(told) > 100 then
    perform pg_notify('shared_answers', 'all');
  elsif cardinality(told) > 0 then
    perform pg_notify('shared_answers', array_to_string(told, ' '));
  end if;
end $$;
