-- Counts are locked in one order, so that two transactions never wait for one another: a member's storage, the weeks of
-- an author, the counts of an author's items, categories, the figures of the site. Within each kind, by name or id.

create function add_to_counts(names text[], changes integer[]) returns void language plpgsql as $$
begin
  perform add_to_count(name, change) from (
    select name, sum(change)::integer as change from unnest(names, changes) as each_change (name, change)
    where name is not null group by name having sum(change) <> 0 order by name collate "C"
  ) as sorted;
end $$;

-- `old` is null on insert, `new` on delete; a null name counts nothing.
create or replace function keep_item_counts() returns trigger language plpgsql as $$
begin
  perform add_to_counts(
    array[
      'items ' || old.status, case when old.pending_revision_id is not null then 'items waiting' end,
      'items ' || new.status, case when new.pending_revision_id is not null then 'items waiting' end
    ],
    array[-1, -1, 1, 1]);
  return null;
end $$;

create or replace function keep_user_counts() returns trigger language plpgsql as $$
declare
  was_member integer := case when old.role <> 'Admin' then 1 else 0 end;
  is_member integer := case when new.role <> 'Admin' then 1 else 0 end;
begin
  perform add_to_counts(
    array['users', 'members', 'users', 'members'],
    array[
      case when old.id is not null then -1 else 0 end, -was_member,
      case when new.id is not null then 1 else 0 end, is_member
    ]);
  -- An account keeps the day on which it was made.
  if is_member > was_member then
    insert into member_days as kept (day, joined) values ((new.created_at at time zone 'UTC')::date, 1)
    on conflict (day) do update set joined = kept.joined + 1;
  elsif is_member < was_member then
    update member_days set joined = joined - 1 where day = (old.created_at at time zone 'UTC')::date;
  end if;
  return null;
end $$;

create function add_to_content_count(author bigint, counted text, change integer) returns void language plpgsql as $$
begin
  update content_counts set total = total + change where author_id = author and status = counted;
  if not found then
    insert into content_counts as kept (author_id, status, total) values (author, counted, change)
    on conflict (author_id, status) do update set total = kept.total + excluded.total;
  end if;
end $$;

create or replace function keep_content_counts() returns trigger language plpgsql as $$
declare
  each_change record;
begin
  perform add_to_content_count(author_id, status, change) from (
    select author_id, status, sum(change)::integer as change
    from (values (old.author_id, old.status, -1), (new.author_id, new.status, 1)) as each_count (author_id, status, change)
    where author_id is not null group by author_id, status having sum(change) <> 0 order by author_id, status collate "C"
  ) as sorted;
  for each_change in
    select id, sum(change)::integer as change
    from (values (old.published_category_id, -1), (new.published_category_id, 1)) as each_category (id, change)
    where id is not null group by 1 having sum(change) <> 0 order by 1
  loop
    update categories set posts = posts + each_change.change where id = each_change.id;
  end loop;
  return null;
end $$;

-- Triggers run in the order of their names: a comment's writer is locked before the weeks of the item's author, as when
-- the writer makes an item, and an item's weeks before its counts, as when it is made.
alter trigger comments_take_storage on comments rename to comments_keep_storage;
alter trigger content_moves_in_weeks on content rename to content_changes_weeks;
