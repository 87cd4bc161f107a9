-- The search finds authors by their names (docs/rules.md#d114).

-- The words of the name of a member who has, or had, a published item; null for everybody else. Whether there is one
-- still is checked when the member is found.
alter table users add column author_words tsvector;

create function words_of_name(name text) returns tsvector language sql immutable strict parallel safe as $$
  select to_tsvector('simple', search_text(translate(name, '-"', '  ')))
$$;

create function keep_author_words() returns trigger language plpgsql as $$
begin
  update users set author_words = words_of_name(name) where id = new.author_id and author_words is null;
  return null;
end $$;
create trigger content_keeps_author_words after insert or update of published_revision_id, author_id on content
  for each row when (new.published_revision_id is not null) execute function keep_author_words();

create function renew_author_words() returns trigger language plpgsql as $$
begin
  new.author_words := words_of_name(new.name);
  return new;
end $$;
create trigger users_renew_author_words before update of name on users
  for each row when (old.author_words is not null and old.name <> new.name) execute function renew_author_words();

update users set author_words = words_of_name(name)
where id in (select author_id from content where published_revision_id is not null);
create index authors_by_name on users using gin (author_words) where author_words is not null;

-- Members with published items whose names have all of the words, by name. Words of three letters and more, and
-- letters written without spaces, may be a word's beginning. Of a very common name 200 members are looked at. The
-- settings leave the planner no other way than the index.
create function search_authors(asked text, wanted integer) returns table (id bigint) language plpgsql stable
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  named tsquery := (
    select string_agg(
      quote_literal(word) || case when length(word) > 2 or search_is_unspaced(word) then ':*' else '' end, ' & ')
    from unnest(tsvector_to_array(words_of_name(asked))) as word
  )::tsquery;
begin
  return query
    select found.id from (
      select users.id, lower(users.name) collate "C" as name from users
      where author_words @@ named and author_words is not null limit 200
    ) as found
    where exists (select from content where author_id = found.id and published_revision_id is not null)
    order by found.name, found.id limit wanted;
end $$;

-- As in 0016, and "authors" when a member becomes findable as an author, or is found by other words.
create or replace function tell_of_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (select count(*) from (select from new_rows limit 101) touched) > 100 then
      perform pg_notify('shared_answers', 'all');
      return null;
    end if;
    perform tell_readers(array_agg(case when (was.name, was.role, was.active, was.verified_at, was.interests, was.bio,
          was.social_links, was.avatar_key, was.avatar_small_key)
        is distinct from (became.name, became.role, became.active, became.verified_at, became.interests, became.bio,
          became.social_links, became.avatar_key, became.avatar_small_key) then 'user:' || became.id end)
      || array_agg(case when was.author_words is distinct from became.author_words then 'authors' end))
    from old_rows was join new_rows became using (id);
  else
    perform tell_readers(array_agg('user:' || id)) from (select id from old_rows limit 101) gone;
  end if;
  return null;
end $$;
