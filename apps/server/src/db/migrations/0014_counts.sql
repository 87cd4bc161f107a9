-- Counts, so that no total is counted over a table. All transactions lock in one order, so that no two wait for each other:
-- the item, a member's storage, the weeks of an author, the counts of an author's items, categories, the figures of the
-- site. Within each kind, by name or id. Each table has one trigger for all of its counts, which keeps this order.

-- How many items an author has in each status.
create table content_counts (
  author_id bigint not null references users on delete cascade,
  status text not null,
  total integer not null check (total >= 0),
  primary key (author_id, status)
);

create function add_to_content_count(author bigint, counted text, change integer) returns void language plpgsql as $$
begin
  update content_counts set total = total + change where author_id = author and status = counted;
  if not found then
    insert into content_counts as kept (author_id, status, total) values (author, counted, change)
    on conflict (author_id, status) do update set total = kept.total + excluded.total;
  end if;
end $$;

-- An author's weekly posts, likes and comments, without what was deleted or belongs to a removed item. Totals of likes
-- and comments are sums over the weeks.
create table author_weeks (
  author_id bigint not null references users on delete cascade,
  -- its Monday, UTC
  week date not null check (extract(isodow from week) = 1),
  posts integer not null default 0 check (posts >= 0),
  likes integer not null default 0 check (likes >= 0),
  comments integer not null default 0 check (comments >= 0),
  primary key (author_id, week)
);

-- A week is incremented before it is decremented, so an inserted row is never negative.
create function add_to_author_week(author bigint, monday date, more_posts integer, more_likes integer, more_comments integer)
returns void language plpgsql as $$
begin
  update author_weeks set posts = posts + more_posts, likes = likes + more_likes, comments = comments + more_comments
  where author_id = author and week = monday;
  if not found then
    insert into author_weeks as kept (author_id, week, posts, likes, comments)
    values (author, monday, more_posts, more_likes, more_comments)
    on conflict (author_id, week) do update set
      posts = kept.posts + excluded.posts, likes = kept.likes + excluded.likes, comments = kept.comments + excluded.comments;
  end if;
end $$;

-- Figures of the whole site.
create table kept_counts (
  name text primary key,
  total integer not null check (total >= 0)
);
insert into kept_counts (name, total) values ('items waiting', 0), ('users', 0), ('members', 0), ('categories', 0);

create function add_to_count(counted text, change integer) returns void language plpgsql as $$
begin
  update kept_counts set total = total + change where name = counted;
  if not found then
    insert into kept_counts as kept (name, total) values (counted, change)
    on conflict (name) do update set total = kept.total + excluded.total;
  end if;
end $$;

-- Locks the counts in the order of their names.
create function add_to_counts(names text[], changes integer[]) returns void language plpgsql as $$
begin
  perform add_to_count(name, change) from (
    select name, sum(change)::integer as change from unnest(names, changes) as each_change (name, change)
    where name is not null group by name having sum(change) <> 0 order by name collate "C"
  ) as sorted;
end $$;

-- The update of the item locks it first: nobody can remove it, and take it out of the figures, at the same moment.
create function keep_like_counts() returns trigger language plpgsql as $$
declare
  item bigint := coalesce(new.content_id, old.content_id);
  moment timestamptz := coalesce(new.created_at, old.created_at);
  change integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  update content set likes = likes + change where id = item;
  perform add_to_author_week(author_id, week_of(moment), 0, change, 0) from content where id = item and status <> 'Removed';
  return null;
end $$;
create trigger likes_keep_counts after insert or delete on likes
  for each row execute function keep_like_counts();
comment on trigger likes_keep_counts on likes is 'The likes of an item and of its author''s weeks are the rows that there are.';

create function keep_comment_counts() returns trigger language plpgsql as $$
declare
  item bigint := coalesce(new.content_id, old.content_id);
  moment timestamptz := coalesce(new.created_at, old.created_at);
  change integer := case tg_op when 'INSERT' then 1 when 'DELETE' then -1 else 0 end;
begin
  if change <> 0 then
    update content set comments = comments + change where id = item;
  end if;
  if tg_op <> 'INSERT' then perform take_storage(old.author_id, -stored_bytes(old)); end if;
  if tg_op <> 'DELETE' then perform take_storage(new.author_id, stored_bytes(new)); end if;
  if change <> 0 then
    perform add_to_author_week(author_id, week_of(moment), 0, 0, change) from content where id = item and status <> 'Removed';
  end if;
  return null;
end $$;
create trigger comments_keep_counts after insert or update of author_id, body, body_html or delete on comments
  for each row execute function keep_comment_counts();
comment on trigger comments_keep_counts on comments is
  'The comments of an item and of its author''s weeks, and the bytes of who wrote them, are those of the rows that there are.';

-- `old` is null on insert, `new` on delete; a null name counts nothing.
create function keep_item_counts() returns trigger language plpgsql as $$
declare
  item bigint := coalesce(new.id, old.id);
  author bigint := coalesce(new.author_id, old.author_id);
  each_change record;
  entered integer := coalesce(new.status <> 'Removed', false)::integer - coalesce(old.status <> 'Removed', false)::integer;
begin
  -- A removed item leaves the figures with all that it received; one that came back would bring it along.
  if entered <> 0 then
    perform add_to_author_week(author, week, entered * posts, entered * likes, entered * comments) from (
      select week, sum(posts)::integer as posts, sum(likes)::integer as likes, sum(comments)::integer as comments
      from (
        select week_of(coalesce(new.created_at, old.created_at)) as week, 1 as posts, 0 as likes, 0 as comments
        union all select week_of(created_at), 0, 1, 0 from likes where content_id = item
        union all select week_of(created_at), 0, 0, 1 from comments where content_id = item
      ) as facts
      group by week order by week
    ) as sorted;
  end if;
  perform add_to_content_count(author_id, status, change) from (
    select author_id, status, sum(change)::integer as change
    from (values (old.author_id, old.status, -1), (new.author_id, new.status, 1)) as each_count (author_id, status, change)
    where author_id is not null group by author_id, status having sum(change) <> 0 order by author_id, status collate "C"
  ) as sorted;
  if old.published_revision_id is distinct from new.published_revision_id then
    for each_change in
      select id, sum(change)::integer as change
      from (values (old.published_category_id, -1), (new.published_category_id, 1)) as each_category (id, change)
      where id is not null group by id having sum(change) <> 0 order by id
    loop
      update categories set posts = posts + each_change.change where id = each_change.id;
    end loop;
  end if;
  perform add_to_counts(
    array[
      'items ' || old.status, case when old.pending_revision_id is not null then 'items waiting' end,
      'items ' || new.status, case when new.pending_revision_id is not null then 'items waiting' end
    ],
    array[-1, -1, 1, 1]);
  return null;
end $$;
create trigger content_keeps_counts
  after insert or delete or update of status, published_revision_id, pending_revision_id on content
  for each row execute function keep_item_counts();
comment on trigger content_keeps_counts on content is
  'The items of authors, their weeks, categories and the site are the rows that there are.';

-- Members who joined, by day (UTC); admins are not members.
create table member_days (
  day date primary key,
  joined integer not null check (joined >= 0)
);

create function keep_user_counts() returns trigger language plpgsql as $$
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
  -- An account keeps the day of its creation.
  if is_member > was_member then
    insert into member_days as kept (day, joined) values ((new.created_at at time zone 'UTC')::date, 1)
    on conflict (day) do update set joined = kept.joined + 1;
  elsif is_member < was_member then
    update member_days set joined = joined - 1 where day = (old.created_at at time zone 'UTC')::date;
  end if;
  return null;
end $$;
create trigger users_keep_counts after insert or delete or update of role on users
  for each row execute function keep_user_counts();
comment on trigger users_keep_counts on users is 'The users, members and days of joining are those of the rows that there are.';

create function keep_category_count() returns trigger language plpgsql as $$
begin
  perform add_to_counts(array['categories'],
    array[coalesce(new.deleted_at is null, false)::integer - (tg_op <> 'INSERT' and old.deleted_at is null)::integer]);
  return null;
end $$;
create trigger categories_keep_count after insert or update of deleted_at on categories
  for each row execute function keep_category_count();
comment on trigger categories_keep_count on categories is 'The number of categories is that of the rows that are not deleted.';

create function keep_open_count() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.closed_at is null then perform add_to_count('open ' || tg_table_name, -1); end if;
  if tg_op <> 'DELETE' and new.closed_at is null then perform add_to_count('open ' || tg_table_name, 1); end if;
  return null;
end $$;
create trigger reports_keep_open_count after insert or delete or update of closed_at on reports
  for each row execute function keep_open_count();
comment on trigger reports_keep_open_count on reports is 'The number of open reports is that of the rows that are open.';
create trigger deletion_requests_keep_open_count after insert or delete or update of closed_at on deletion_requests
  for each row execute function keep_open_count();
comment on trigger deletion_requests_keep_open_count on deletion_requests is
  'The number of open requests is that of the rows that are open.';
