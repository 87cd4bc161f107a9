-- The admins' workplace: what the review desk lists by, claims, categories that went, members' reports and
-- requests, what admins did, and figures that are kept instead of counted.

-- Categories. A revision names its category for good (its hash covers it), so a deleted category keeps its row and says
-- where its items went.
alter table categories
  add column deleted_at timestamptz(3),
  add column moved_to bigint references categories,
  add constraint categories_only_deleted_ones_move check (moved_to is null or deleted_at is not null),
  drop constraint categories_name_unique;
create unique index categories_name_unique on categories (lower(name)) where deleted_at is null;
create index revisions_by_category on revisions (category_id);

create or replace function follow_published_revision() returns trigger language plpgsql as $$
begin
  -- The lock makes this wait for an admin who is moving the category's items elsewhere.
  select coalesce(categories.moved_to, categories.id) into new.published_category_id
  from revisions join categories on categories.id = revisions.category_id
  where revisions.id = new.published_revision_id for key share of categories;
  select content_type, title,
    setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', left(body, 20000)), 'D')
  into new.published_content_type, new.published_title, new.published_search
  from revisions where id = new.published_revision_id;
  return new;
end $$;

-- The review desk shows an item in the revision that waits, else in the published one, else in the newest.
alter table content
  add column desk_revision_id bigint,
  add column desk_title text,
  add column desk_content_type text,
  add column desk_category_id bigint references categories,
  -- since when its pending revision has waited
  add column waiting_since timestamptz(3);

create function follow_desk_revision() returns trigger language plpgsql as $$
begin
  new.desk_revision_id := coalesce(new.pending_revision_id, new.published_revision_id,
    (select id from revisions where content_id = new.id and number = new.latest_revision));
  select coalesce(categories.moved_to, categories.id) into new.desk_category_id
  from revisions join categories on categories.id = revisions.category_id
  where revisions.id = new.desk_revision_id for key share of categories;
  select content_type, title into new.desk_content_type, new.desk_title
  from revisions where id = new.desk_revision_id;
  if new.pending_revision_id is null then
    new.waiting_since := null;
  elsif tg_op = 'INSERT' or new.pending_revision_id is distinct from old.pending_revision_id then
    -- Written by this very transaction, it has waited since it was written; else it was a draft until now.
    select case when xmin = pg_current_xact_id()::xid then created_at else now() end into new.waiting_since
    from revisions where id = new.pending_revision_id;
  end if;
  return new;
end $$;

-- What stands there already was written by other transactions: it has waited since it was written.
update content set
  desk_revision_id = shown.id, desk_title = shown.title, desk_content_type = shown.content_type,
  desk_category_id = shown.category_id,
  waiting_since = case when content.pending_revision_id is not null then shown.created_at end
from revisions shown
where shown.id = coalesce(content.pending_revision_id, content.published_revision_id,
  (select newest.id from revisions newest where newest.content_id = content.id and newest.number = content.latest_revision));

alter table content
  add constraint content_desk_revision_is_own foreign key (id, desk_revision_id) references revisions (content_id, id),
  add constraint content_waits_with_revision check ((waiting_since is null) = (pending_revision_id is null));

create trigger content_follows_desk_revision
  before insert or update of latest_revision, published_revision_id, pending_revision_id on content
  for each row execute function follow_desk_revision();

create index content_waiting on content (waiting_since, id) where pending_revision_id is not null;
create index content_waiting_by_id on content (id) where pending_revision_id is not null;
create index content_desk_by_status on content (status, id);
create index content_desk_by_category on content (desk_category_id, id);
create index content_desk_by_type on content (desk_content_type, id);
create index content_desk_title on content using gin (desk_title gin_trgm_ops);
create index users_by_name on users using gin (name gin_trgm_ops);
create index users_by_email on users using gin (email gin_trgm_ops);

-- Who is reading an item at the desk. One holder; it runs out by itself.
create table content_claims (
  content_id bigint primary key references content,
  admin_id bigint not null references users on delete cascade,
  expires_at timestamptz(3) not null
);

-- Activity is the ledger and this, by time.
create index ledger_by_time on ledger (decided_at desc, seq desc);
create table admin_actions (
  id bigint generated by default as identity primary key,
  admin_id bigint not null references users,
  kind text not null,
  -- the account or category it was done to, and its name then
  subject_id bigint not null,
  subject text not null,
  done_at timestamptz(3) not null
);
create index admin_actions_by_time on admin_actions (done_at desc, id desc);

create table reports (
  id bigint generated by default as identity primary key,
  content_id bigint not null references content,
  reporter_id bigint not null references users on delete cascade,
  reason text not null check (length(reason) between 1 and 2000),
  created_at timestamptz(3) not null,
  closed_at timestamptz(3),
  closed_by bigint references users,
  constraint reports_are_closed_by_somebody check ((closed_at is null) = (closed_by is null))
);
create unique index reports_open_once on reports (content_id, reporter_id) where closed_at is null;
create index reports_open on reports (created_at, id) where closed_at is null;
create index reports_closed on reports (created_at desc, id desc) where closed_at is not null;

create table deletion_requests (
  id bigint generated by default as identity primary key,
  user_id bigint not null references users on delete cascade,
  reason text check (length(reason) between 1 and 2000),
  created_at timestamptz(3) not null,
  -- when the account was deactivated
  closed_at timestamptz(3)
);
create unique index deletion_requests_open_once on deletion_requests (user_id) where closed_at is null;
create index deletion_requests_open on deletion_requests (created_at, id) where closed_at is null;

-- Figures of the whole site.
create table kept_counts (
  name text primary key,
  total integer not null check (total >= 0)
);

create function add_to_count(counted text, change integer) returns void language plpgsql as $$
begin
  update kept_counts set total = total + change where name = counted;
  if not found then
    insert into kept_counts as kept (name, total) values (counted, change)
    on conflict (name) do update set total = kept.total + excluded.total;
  end if;
end $$;

create function keep_item_counts() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform add_to_count('items ' || old.status, -1);
    if old.pending_revision_id is not null then perform add_to_count('items waiting', -1); end if;
  end if;
  if tg_op <> 'DELETE' then
    perform add_to_count('items ' || new.status, 1);
    if new.pending_revision_id is not null then perform add_to_count('items waiting', 1); end if;
  end if;
  return null;
end $$;
create trigger content_keeps_item_counts after insert or delete on content
  for each row execute function keep_item_counts();
create trigger content_moves_item_counts after update of status, pending_revision_id on content
  for each row when (old.status <> new.status or (old.pending_revision_id is null) <> (new.pending_revision_id is null))
  execute function keep_item_counts();

-- Members who joined, by day (UTC); admins are none of them.
create table member_days (
  day date primary key,
  joined integer not null check (joined >= 0)
);

create function keep_user_counts() returns trigger language plpgsql as $$
declare
  joined_on date;
begin
  if tg_op <> 'INSERT' then
    perform add_to_count('users', -1);
    if old.role <> 'Admin' then
      perform add_to_count('members', -1);
      update member_days set joined = joined - 1 where day = (old.created_at at time zone 'UTC')::date;
    end if;
  end if;
  if tg_op <> 'DELETE' then
    perform add_to_count('users', 1);
    if new.role <> 'Admin' then
      perform add_to_count('members', 1);
      joined_on := (new.created_at at time zone 'UTC')::date;
      insert into member_days as kept (day, joined) values (joined_on, 1)
      on conflict (day) do update set joined = kept.joined + 1;
    end if;
  end if;
  return null;
end $$;
create trigger users_keep_counts after insert or delete or update of role on users
  for each row execute function keep_user_counts();

create function keep_category_count() returns trigger language plpgsql as $$
begin
  perform add_to_count('categories', case when tg_op = 'INSERT' then 1 else -1 end);
  return null;
end $$;
create trigger categories_keep_count after insert on categories
  for each row execute function keep_category_count();
create trigger categories_leave_count after update of deleted_at on categories
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function keep_category_count();

create function keep_open_count() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.closed_at is null then perform add_to_count('open ' || tg_table_name, -1); end if;
  if tg_op <> 'DELETE' and new.closed_at is null then perform add_to_count('open ' || tg_table_name, 1); end if;
  return null;
end $$;
create trigger reports_keep_open_count after insert or delete or update of closed_at on reports
  for each row execute function keep_open_count();
create trigger deletion_requests_keep_open_count after insert or delete or update of closed_at on deletion_requests
  for each row execute function keep_open_count();

insert into kept_counts (name, total)
select 'items ' || status, count(*) from content group by status
union all select 'items waiting', count(*) from content where pending_revision_id is not null
union all select 'users', count(*) from users
union all select 'members', count(*) from users where role <> 'Admin'
union all select 'categories', count(*) from categories;
insert into member_days (day, joined)
select (created_at at time zone 'UTC')::date, count(*) from users where role <> 'Admin' group by 1;
