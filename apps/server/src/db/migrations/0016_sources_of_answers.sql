-- Kept answers are dropped by what changed: a notice names the sources that a statement changed, separated by spaces
-- (events/changes.ts says what each source stands for). Equal notices of one transaction are sent once, when it commits.

drop trigger content_tells_readers on content;
drop trigger comments_tell_readers on comments;
drop trigger categories_tell_readers on categories;
drop trigger users_tell_readers on users;
drop function tell_readers();

-- `sources` may hold nulls and repetitions. More than a hundred are sent as "all"; the functions below stop before they
-- have collected many more, because a statement may change every row.
create function tell_readers(sources text[]) returns void language plpgsql as $$
declare
  told text[] := array(select distinct source from unnest(sources) source where source is not null);
begin
  if cardinality(told) > 100 then
    perform pg_notify('shared_answers', 'all');
  elsif cardinality(told) > 0 then
    perform pg_notify('shared_answers', array_to_string(told, ' '));
  end if;
end $$;

create function tell_of_content() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (select count(*) from (select from new_rows limit 101) touched) > 100 then
      perform pg_notify('shared_answers', 'all');
      return null;
    end if;
    perform tell_readers(
      array_agg(case when (was.author_id, was.status, was.latest_revision, was.published_revision_id,
          was.pending_revision_id, was.published_at, was.published_category_id, was.last_decision, was.withdrawn_at)
        is distinct from (became.author_id, became.status, became.latest_revision, became.published_revision_id,
          became.pending_revision_id, became.published_at, became.published_category_id, became.last_decision, became.withdrawn_at)
        then 'item:' || became.id end)
      || array_agg(case when (was.likes, was.comments) is distinct from (became.likes, became.comments)
        then 'counts:' || became.id end)
      || array_agg(case when (was.author_id, was.published_revision_id, was.published_at, was.published_category_id)
        is distinct from (became.author_id, became.published_revision_id, became.published_at, became.published_category_id)
        then 'list' end))
    from old_rows was join new_rows became using (id);
  elsif tg_op = 'INSERT' then
    perform tell_readers(array_agg('item:' || id)
      || array_agg(case when published_revision_id is not null then 'list' end))
    from (select id, published_revision_id from new_rows limit 101) added;
  else
    perform tell_readers(array_agg('item:' || id)
      || array_agg(case when published_revision_id is not null then 'list' end))
    from (select id, published_revision_id from old_rows limit 101) gone;
  end if;
  return null;
end $$;
create trigger content_tells_readers_of_insert after insert on content
  referencing new table as new_rows for each statement execute function tell_of_content();
create trigger content_tells_readers_of_update after update on content
  referencing old table as old_rows new table as new_rows for each statement execute function tell_of_content();
create trigger content_tells_readers_of_delete after delete on content
  referencing old table as old_rows for each statement execute function tell_of_content();

create function tell_of_comments() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform tell_readers(array_agg('comments:' || content_id))
    from (select distinct content_id from old_rows limit 101) gone;
  else
    perform tell_readers(array_agg('comments:' || content_id))
    from (select distinct content_id from new_rows limit 101) said;
  end if;
  return null;
end $$;
create trigger comments_tell_readers_of_insert after insert on comments
  referencing new table as new_rows for each statement execute function tell_of_comments();
create trigger comments_tell_readers_of_update after update on comments
  referencing new table as new_rows for each statement execute function tell_of_comments();
create trigger comments_tell_readers_of_delete after delete on comments
  referencing old table as old_rows for each statement execute function tell_of_comments();

-- "categories" stands for all of their rows with the numbers of posts, "category:ID" for what items show of one.
create function tell_of_categories() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform tell_readers(array_agg('categories'::text)
      || array_agg(case when (was.name, was.description, was.deleted_at, was.moved_to)
        is distinct from (became.name, became.description, became.deleted_at, became.moved_to) then 'category:' || became.id end))
    from old_rows was join new_rows became using (id);
  elsif tg_op = 'INSERT' then
    perform tell_readers(array['categories'] || array_agg('category:' || id)) from new_rows;
  else
    perform tell_readers(array['categories'] || array_agg('category:' || id)) from old_rows;
  end if;
  return null;
end $$;
create trigger categories_tell_readers_of_insert after insert on categories
  referencing new table as new_rows for each statement execute function tell_of_categories();
create trigger categories_tell_readers_of_update after update on categories
  referencing old table as old_rows new table as new_rows for each statement execute function tell_of_categories();
create trigger categories_tell_readers_of_delete after delete on categories
  referencing old table as old_rows for each statement execute function tell_of_categories();

-- What others see of a member, and what decides what the member sees.
create function tell_of_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (select count(*) from (select from new_rows limit 101) touched) > 100 then
      perform pg_notify('shared_answers', 'all');
      return null;
    end if;
    perform tell_readers(array_agg(case when (was.name, was.role, was.active, was.verified_at, was.interests, was.bio,
          was.social_links, was.avatar_key, was.avatar_small_key)
        is distinct from (became.name, became.role, became.active, became.verified_at, became.interests, became.bio,
          became.social_links, became.avatar_key, became.avatar_small_key) then 'user:' || became.id end))
    from old_rows was join new_rows became using (id);
  else
    perform tell_readers(array_agg('user:' || id)) from (select id from old_rows limit 101) gone;
  end if;
  return null;
end $$;
create trigger users_tell_readers_of_update after update on users
  referencing old table as old_rows new table as new_rows for each statement execute function tell_of_users();
create trigger users_tell_readers_of_delete after delete on users
  referencing old table as old_rows for each statement execute function tell_of_users();

create function tell_of_decisions() returns trigger language plpgsql as $$
begin
  perform tell_readers(array['ledger']);
  return null;
end $$;
create trigger ledger_tells_readers after insert on ledger
  for each statement execute function tell_of_decisions();
