-- Writing: items taken back by their authors, erased files, profiles, and the figures of an author's weeks.

alter table content
  -- Its author took it back: nobody is told of it any more. The ledger keeps what it says.
  add column withdrawn_at timestamptz(3),
  add constraint content_withdrawn_is_removed check (withdrawn_at is null or status = 'Removed');

-- The file is gone for good; the row stays, because a revision names it.
alter table media add column erased_at timestamptz(3);
create index media_by_age on media (created_at);

alter table users
  add column bio text not null default '' check (length(bio) <= 2000),
  add column social_links jsonb not null default '[]' check (jsonb_typeof(social_links) = 'array'),
  add column avatar_key text references media,
  add column avatar_small_key text references media,
  add constraint users_avatar_has_both_sizes check ((avatar_key is null) = (avatar_small_key is null));
create index users_by_avatar on users (avatar_key) where avatar_key is not null;
create index users_by_small_avatar on users (avatar_small_key) where avatar_small_key is not null;

-- What an author's items were and received week by week, as far as it is still there and the item is not removed.
-- Totals of likes and comments are sums over the weeks.
create table author_weeks (
  author_id bigint not null references users on delete cascade,
  -- its Monday, UTC
  week date not null check (extract(isodow from week) = 1),
  posts integer not null default 0 check (posts >= 0),
  likes integer not null default 0 check (likes >= 0),
  comments integer not null default 0 check (comments >= 0),
  primary key (author_id, week)
);

create function week_of(moment timestamptz) returns date language sql immutable as
  $$ select date_trunc('week', moment at time zone 'UTC')::date $$;

-- The first fact of a week is never taken away before it was added, so what is inserted is never negative.
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

-- Fires after the trigger that counts on the item ("likes_keep_count" sorts first): the item's row is locked by
-- then, so that it cannot be removed, and taken out of the figures, at the same moment.
create function keep_author_week() returns trigger language plpgsql as $$
declare
  fact record;
  change integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  if tg_op = 'INSERT' then fact := new; else fact := old; end if;
  if tg_table_name = 'likes' then
    perform add_to_author_week(author_id, week_of(fact.created_at), 0, change, 0)
    from content where id = fact.content_id and status <> 'Removed';
  else
    perform add_to_author_week(author_id, week_of(fact.created_at), 0, 0, change)
    from content where id = fact.content_id and status <> 'Removed';
  end if;
  return null;
end $$;
create trigger likes_keep_week after insert or delete on likes
  for each row execute function keep_author_week();
create trigger comments_keep_week after insert or delete on comments
  for each row execute function keep_author_week();

-- A removed item leaves the figures with all that it received; one that came back would bring it along.
create function move_item_in_author_weeks() returns trigger language plpgsql as $$
declare
  change integer := case when new.status = 'Removed' then -1 else 1 end;
begin
  perform add_to_author_week(new.author_id, week_of(new.created_at), change, 0, 0);
  if tg_op = 'UPDATE' then
    perform add_to_author_week(new.author_id, given.week, 0, change * given.total, 0)
    from (select week_of(created_at) as week, count(*)::integer as total
          from likes where content_id = new.id group by 1) given;
    perform add_to_author_week(new.author_id, said.week, 0, 0, change * said.total)
    from (select week_of(created_at) as week, count(*)::integer as total
          from comments where content_id = new.id group by 1) said;
  end if;
  return null;
end $$;
create trigger content_enters_weeks after insert on content
  for each row when (new.status <> 'Removed') execute function move_item_in_author_weeks();
create trigger content_moves_in_weeks after update of status on content
  for each row when ((old.status = 'Removed') <> (new.status = 'Removed')) execute function move_item_in_author_weeks();

insert into author_weeks (author_id, week, posts, likes, comments)
select author_id, week, sum(posts), sum(likes), sum(comments) from (
  select author_id, week_of(created_at) as week, 1 as posts, 0 as likes, 0 as comments
  from content where status <> 'Removed'
  union all
  select content.author_id, week_of(likes.created_at), 0, 1, 0
  from likes join content on content.id = likes.content_id where content.status <> 'Removed'
  union all
  select content.author_id, week_of(comments.created_at), 0, 0, 1
  from comments join content on content.id = comments.content_id where content.status <> 'Removed'
) facts group by author_id, week;
