-- The search finds what is said in films and recordings, and when.

create table caption_words (
  media_key text not null references captions on delete cascade,
  -- of its cue among the file's, from 0
  place integer not null,
  words tsvector not null,
  primary key (media_key, place)
);

-- The language by whose rules captions are searched.
create function caption_language(tag text) returns text language sql immutable strict parallel safe as $$
  select case when split_part(tag, '-', 1) in ('fr', 'ar') then split_part(tag, '-', 1) else 'en' end
$$;

-- What is said in a revision, as the search knows it: of all its captions together the first 200,000 characters, which is what
-- somebody says in four hours.
create function spoken_search_of(revision bigint) returns tsvector language plpgsql stable as $$
declare
  found tsvector := '';
  room integer := 200000;
  track record;
begin
  for track in
    select language, string_agg(cue ->> 2, ' ' order by number) as said
    from revision_files join captions using (media_key)
    cross join jsonb_array_elements(cues) with ordinality as said_cue (cue, number)
    where revision_id = revision group by revision_files.place, language order by revision_files.place
  loop
    found := found || search_vector(left(track.said, room), caption_language(track.language));
    room := greatest(0, room - length(track.said));
  end loop;
  return setweight(found, 'D');
end $$;

-- As in 0004_content.sql, with what is said.
create or replace function follow_revisions() returns trigger language plpgsql as $$
begin
  if new.published_revision_id is distinct from old.published_revision_id then
    select coalesce(categories.moved_to, categories.id), content_type, title, language,
      published_search_of(title, body, language) || spoken_search_of(revisions.id)
    into new.published_category_id, new.published_content_type, new.published_title, new.published_language,
      new.published_search
    from revisions join categories on categories.id = revisions.category_id
    where revisions.id = new.published_revision_id for key share of categories;
  end if;
  new.desk_revision_id := coalesce(new.pending_revision_id, new.published_revision_id,
    (select id from revisions where content_id = new.id and number = new.latest_revision));
  select coalesce(categories.moved_to, categories.id), content_type, title
  into new.desk_category_id, new.desk_content_type, new.desk_title
  from revisions join categories on categories.id = revisions.category_id
  where revisions.id = new.desk_revision_id for key share of categories;
  if new.pending_revision_id is null then
    new.waiting_since := null;
  elsif new.pending_revision_id is distinct from old.pending_revision_id then
    -- A revision of this transaction has waited since its creation; any other was a draft until now.
    select case when xmin = pg_current_xact_id()::xid then created_at else now() end into new.waiting_since
    from revisions where id = new.pending_revision_id;
  end if;
  return new;
end $$;

-- Of each of these published items the cue that answers a search best: the earliest of those with all of its words, else with
-- most of them.
create function spoken_matches(items bigint[], words text, of_language text)
returns table (content_id bigint, at double precision, said text, language text) language sql stable as $$
  with asked as materialized (
    select query, case when query::text like '%!%' then query
      else regexp_replace(query::text, '&|<->|<\d+>', '|', 'g')::tsquery end as any_word
    from (select search_query(words, of_language) as query) as whole
  )
  select distinct on (content.id) content.id, (cue ->> 0)::double precision, cue ->> 2, captions.language
  from asked, content
  join revision_files on revision_id = published_revision_id
  join captions using (media_key)
  join caption_words using (media_key)
  cross join lateral (select cues -> caption_words.place as cue) as spoken
  where content.id = any(items) and caption_words.words @@ any_word
  order by content.id, caption_words.words @@ query desc, 
    caption_language(captions.language) = coalesce(of_language, published_language) desc,
    ts_rank(caption_words.words, any_word) desc, revision_files.place, caption_words.place
$$;
