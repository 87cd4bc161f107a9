-- Until when a verification holds, and why an item is no longer simply verified (docs/rules.md#d86). The standing itself
-- is computed when it is asked for: nothing here changes because time passes.

-- A reason of the kind review makes the item due, any other makes it outdated, from its instant on.
create table standing_reasons (
  content_id bigint not null references content,
  kind text not null check (kind in ('label', 'links', 'code', 'review')),
  -- What it is about, e.g. the label; one reason for each.
  subject text not null default '',
  text text not null check (char_length(text) between 1 and 2000),
  since timestamptz(3) not null,
  primary key (content_id, kind, subject)
);

-- null: without end
alter table categories add column interval_days integer default 180 check (interval_days in (90, 180, 365));

alter table content
  -- the approval or renewal that readers are served with, and the end of its time; null: without end
  add column verified_at timestamptz(3),
  add column good_until timestamptz(3),
  add column superseded_by bigint references content check (superseded_by <> id);

-- What was approved before: 180 days from then on.
update content set verified_at = approval.decided_at, good_until = approval.decided_at + interval '4320 hours'
from ledger approval where approval.seq = content.published_review;

create index content_due on content (good_until) where published_revision_id is not null and good_until is not null;
create index content_by_successor on content (superseded_by) where superseded_by is not null;

-- Part of the revision: its hash covers what is not empty.
alter table revisions add column applies_to text[] not null default '{}' check (cardinality(applies_to) <= 10);

alter table ledger
  drop constraint ledger_decision_check,
  add constraint ledger_decision_check
    check (decision in ('approved', 'flagged', 'removed', 'withdrawn', 'reaffirmed', 'superseded'));

-- What published revisions name; the trigger below keeps it.
create table published_labels (
  label text not null,
  content_id bigint not null references content,
  primary key (label, content_id)
);
create index published_labels_by_content on published_labels (content_id);

create table ended_labels (
  label text primary key check (char_length(label) between 1 and 40),
  ended_on date not null
);

create function text_of_end(label text, ended_on date) returns text language sql as $$
  select 'End of ' || label || ': ' || to_char(ended_on, 'FMDD FMMonth YYYY')
$$;

-- A newly approved revision begins without reasons, but for the versions it names that have ended.
create function begin_standing() returns trigger language plpgsql as $$
begin
  delete from published_labels where content_id = new.id;
  if new.published_revision_id is null then
    return null;
  end if;
  insert into published_labels (label, content_id)
  select distinct label, new.id from revisions, unnest(applies_to) label where revisions.id = new.published_revision_id;
  delete from standing_reasons where content_id = new.id;
  insert into standing_reasons (content_id, kind, subject, text, since)
  select new.id, 'label', label, text_of_end(label, ended_on), ended_on::timestamp at time zone 'UTC'
  from published_labels join ended_labels using (label) where content_id = new.id;
  return null;
end $$;
create trigger content_begins_standing after update of published_revision_id on content
  for each row when (old.published_revision_id is distinct from new.published_revision_id)
  execute function begin_standing();
create trigger content_begins_with_standing after insert on content
  for each row when (new.published_revision_id is not null) execute function begin_standing();

create function spread_end_of_label() returns trigger language plpgsql as $$
begin
  insert into standing_reasons (content_id, kind, subject, text, since)
  select content_id, 'label', label, text_of_end(new.label, new.ended_on), new.ended_on::timestamp at time zone 'UTC'
  from published_labels where label = new.label
  on conflict (content_id, kind, subject) do update set text = excluded.text, since = excluded.since;
  perform tell_readers(array['labels']);
  return null;
end $$;
create trigger ended_labels_spread after insert or update on ended_labels
  for each row execute function spread_end_of_label();

-- An author's word that the published revision still holds. It counts until the next approval or renewal.
create table still_true (
  content_id bigint primary key references content,
  revision_number integer not null,
  note text check (char_length(note) between 1 and 2000),
  said_at timestamptz(3) not null
);

-- For which date an author was asked whether the item still holds.
create table asked_authors (
  content_id bigint primary key references content,
  good_until timestamptz(3) not null
);

create function tell_of_reasons() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform tell_readers(array_agg('item:' || content_id))
    from (select distinct content_id from old_rows limit 101) gone;
  else
    perform tell_readers(array_agg('item:' || content_id))
    from (select distinct content_id from new_rows limit 101) given;
  end if;
  return null;
end $$;
create trigger standing_reasons_tell_readers_of_insert after insert on standing_reasons
  referencing new table as new_rows for each statement execute function tell_of_reasons();
create trigger standing_reasons_tell_readers_of_update after update on standing_reasons
  referencing new table as new_rows for each statement execute function tell_of_reasons();
create trigger standing_reasons_tell_readers_of_delete after delete on standing_reasons
  referencing old table as old_rows for each statement execute function tell_of_reasons();

-- As in migration 0024, with the dates and the successor. What an item supersedes is superseded only while it is public.
create or replace function tell_of_content() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (select count(*) from (select from new_rows limit 101) touched) > 100 then
      perform pg_notify('shared_answers', 'all');
      return null;
    end if;
    perform tell_readers(
      array_agg(case when (was.author_id, was.status, was.latest_revision, was.published_revision_id,
          was.pending_revision_id, was.published_at, was.published_category_id, was.last_decision, was.withdrawn_at,
          was.verified_at, was.good_until, was.superseded_by)
        is distinct from (became.author_id, became.status, became.latest_revision, became.published_revision_id,
          became.pending_revision_id, became.published_at, became.published_category_id, became.last_decision, became.withdrawn_at,
          became.verified_at, became.good_until, became.superseded_by)
        then 'item:' || became.id end)
      || array_agg(case when (was.likes, was.comments) is distinct from (became.likes, became.comments)
        then 'counts:' || became.id end)
      || array_agg(case when (was.status, was.latest_revision, was.published_revision_id, was.pending_revision_id,
          was.last_decision, was.withdrawn_at, was.likes, was.comments)
        is distinct from (became.status, became.latest_revision, became.published_revision_id, became.pending_revision_id,
          became.last_decision, became.withdrawn_at, became.likes, became.comments)
        then 'work:' || became.author_id end)
      || array_agg(case when (was.author_id, was.published_revision_id, was.published_at, was.published_category_id)
        is distinct from (became.author_id, became.published_revision_id, became.published_at, became.published_category_id)
        then 'list' end))
    from old_rows was join new_rows became using (id);
    if exists (select from old_rows was join new_rows became using (id)
        where (was.published_revision_id is null) <> (became.published_revision_id is null)) then
      perform tell_readers(array_agg('item:' || id))
      from (select content.id from new_rows became join content on content.superseded_by = became.id limit 101) replaced;
    end if;
  elsif tg_op = 'INSERT' then
    perform tell_readers(array_agg('item:' || id) || array_agg('work:' || author_id)
      || array_agg(case when published_revision_id is not null then 'list' end))
    from (select id, author_id, published_revision_id from new_rows limit 101) added;
  else
    perform tell_readers(array_agg('item:' || id) || array_agg('work:' || author_id)
      || array_agg(case when published_revision_id is not null then 'list' end))
    from (select id, author_id, published_revision_id from old_rows limit 101) gone;
  end if;
  return null;
end $$;
