-- What the code blocks of a revision did that say "check" (docs/rules.md#d121): one row a revision that has such blocks.
create table code_checks (
  revision_id bigint primary key references revisions,
  -- the engines and their versions that made the results; null until they have run
  engines text,
  ran_at timestamptz(3),
  -- the answer of GET /content/:id/checks
  results jsonb not null default '[]',
  -- numbers of the blocks that failed, and of those that had failed when a reviewer approved the revision
  failed integer[] not null default '{}',
  accepted integer[] not null default '{}',
  -- until then one instance alone runs them
  claimed_until timestamptz(3) not null default '-infinity',
  constraint code_checks_have_an_engine check ((engines is null) = (ran_at is null))
);

-- A cheap look that may find too much, never too little: the text itself is parsed when the blocks are run.
create function may_hold_checks(body text) returns boolean language sql immutable as $$
  select body ~ '(```|~~~)[^\n]*\scheck'
$$;

insert into code_checks (revision_id) select id from revisions where may_hold_checks(body);

create function ask_for_checks() returns trigger language plpgsql as $$
begin
  insert into code_checks (revision_id) select id from new_rows where may_hold_checks(body);
  return null;
end $$;
create trigger revisions_ask_for_checks after insert on revisions
  referencing new table as new_rows for each statement execute function ask_for_checks();

create function announce_checks() returns trigger language plpgsql as $$
begin
  perform pg_notify('code_checks', '');
  return null;
end $$;
create trigger content_announces_checks after update of pending_revision_id, published_revision_id on content
  for each statement execute function announce_checks();

create function tell_of_checks() returns trigger language plpgsql as $$
begin
  perform tell_readers(array_agg('checks:' || content_id))
  from (select distinct revisions.content_id from new_rows join revisions on revisions.id = new_rows.revision_id
    limit 101) checked;
  return null;
end $$;
create trigger code_checks_tell_readers after update on code_checks
  referencing new table as new_rows for each statement execute function tell_of_checks();
