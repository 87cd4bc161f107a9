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

-- Names the sources of answers that this transaction changed ("item:7", "list"): each process drops the answers that it
-- made of them (events/changes.ts). `sources` may hold nulls. A transaction may change every row: after a hundred notices it
-- says "all" once, and then nothing more.
create function tell_readers(sources text[]) returns void language plpgsql as $$
declare
  named text := coalesce(array_to_string(sources, ' '), '');
  notices integer := coalesce(nullif(current_setting('cairn.notices', true), ''), '0')::integer;
begin
  if named = '' or notices > 100 then return; end if;
  notices := case when cardinality(sources) > 100 then 101 else notices + 1 end;
  perform set_config('cairn.notices', notices::text, true);
  perform pg_notify('shared_answers', case when notices > 100 then 'all' else named end);
end $$;

-- "This row changed." The trigger names the channel, and what to say on it, with a column of the row in braces:
-- 'comments:{content_id}'. An update that leaves the row as it was says nothing.
create function tell() returns trigger language plpgsql as $$
declare
  said text := tg_argv[1];
  named text := substring(said from '\{(\w+)\}');
begin
  if tg_op = 'UPDATE' and old is not distinct from new then return null; end if;
  if named is not null then
    said := replace(said, '{' || named || '}', (case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end) ->> named);
  end if;
  if tg_argv[0] = 'shared_answers' then
    perform tell_readers(array[said]);
  else
    perform pg_notify(tg_argv[0], said);
  end if;
  return null;
end $$;
