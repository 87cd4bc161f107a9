-- The search asks the index of words first, unless the words are so common that reading the newest items is quicker.

-- One published item in 64: how often words occur is estimated here, at a sixty-fourth of the work. The index of all
-- items would have to be read for every match before anything is known.
create index content_search_sample on content using gin (published_search)
  where published_revision_id is not null and id % 64 = 0;

-- An item that is read by its time costs four times one that the index of words returns, and 500 matches are wanted. So
-- the ways cost the same at sqrt(500 * 4 * items) matches: words with more of them are common. The settings leave the
-- planner no other way than the index, since it cannot know how rare the words are, and let it plan once.
create function search_is_common(asked tsquery) returns boolean language plpgsql stable
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
set plan_cache_mode = force_generic_plan as $$
declare
  enough integer;
begin
  select greatest(8, ceil(sqrt(2000.0 * coalesce(max(total), 0)) / 64)) into enough
  from kept_counts where name = 'items Published';
  return enough <= (select count(*) from (
    select from content
    where published_revision_id is not null and id % 64 = 0 and published_search @@ asked limit enough
  ) as sampled);
end $$;

-- The best of the newest 500 matches (docs/rules.md#d69), best first, after one of the previous page. For common words a
-- single row without an id.
create function search_best(
  words text, of_type text, of_category bigint, after_score integer, after_id bigint, wanted integer
) returns table (id bigint, score integer) language plpgsql stable
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  asked tsquery := search_query(words);
begin
  if search_is_common(asked) then
    return query select null::bigint, null::integer;
    return;
  end if;
  return query
    select scored.id, scored.score from (
      select newest.id, (ts_rank(newest.published_search, asked, 1) * 1000000)::integer as score
      from (
        select * from (
          -- The offset keeps the other conditions, which have indexes too, out of this step.
          select content.id, published_at, published_search, published_content_type, published_category_id
          from content where published_revision_id is not null and published_search @@ asked offset 0
        ) as matching
        where (of_type is null or published_content_type = of_type)
          and (of_category is null or published_category_id = of_category)
        order by published_at desc, matching.id desc limit 500
      ) as newest
    ) as scored
    where after_id is null or (scored.score, scored.id) < (after_score, after_id)
    order by scored.score desc, scored.id desc limit wanted;
end $$;

-- Whether anything published has the word.
create function search_knows(word text) returns boolean language plpgsql stable
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
set plan_cache_mode = force_generic_plan as $$
declare
  asked tsquery := search_query(word);
begin
  -- A common word is found among few items; only a rare one is looked up among all.
  return exists (select from content
      where published_revision_id is not null and id % 64 = 0 and published_search @@ asked)
    or exists (select from content where published_revision_id is not null and published_search @@ asked);
end $$;

-- For each word that nothing published has: the most similar word of a title that something published has.
create function search_near(words text[]) returns table (word text, near text) language plpgsql stable as $$
#variable_conflict use_column
declare
  asked text;
  candidate text;
begin
  foreach asked in array words loop
    continue when search_knows(asked);
    for candidate in
      select word from title_words where word % search_text(asked) and word <> search_text(asked)
      order by similarity(word, search_text(asked)) desc, word limit 3
    loop
      -- It may come from a title that is no longer public.
      if search_knows(candidate) then
        word := asked;
        near := candidate;
        return next;
        exit;
      end if;
    end loop;
  end loop;
end $$;
