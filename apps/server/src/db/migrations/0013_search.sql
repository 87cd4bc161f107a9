-- The search: what it treats as a word, how it stems by language (docs/rules.md#folded-words), and how it finds items, authors and
-- similar words. PostgreSQL's parser takes "Zustand.js" for a host, "client/servantz" for a file's path and a Japanese
-- sentence for one word, leaves accents on, and drops the symbols of "C++". Texts and queries go through search_text
-- before it, so that they agree.
--
-- Some functions set the planner's settings. They make it use the index of words, because it cannot know
-- how rare the words are, and let it plan once.

-- Letters of languages that are written without spaces between words: kana, Han, Hangul, Thai, Lao, Burmese, Khmer.
create function search_is_unspaced(letters text) returns boolean language sql immutable strict parallel safe as $$
  select letters ~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]'
$$;

-- Every two neighbours among letters that are written without spaces, as words: "日本語" becomes "日本,本語".
create function search_pairs(plain text) returns text language sql immutable strict parallel safe as $$
  select string_agg(
    case
      when not is_unspaced then letter
      when after_one then before || letter || ','
      when before_one then ','
      else ',' || letter || ','
    end, '' order by place)
  from (
    select letter, place, is_unspaced, lag(letter) over neighbours as before,
      coalesce(lag(is_unspaced) over neighbours, false) as after_one,
      coalesce(lead(is_unspaced) over neighbours, false) as before_one
    from (
      select letter, place, search_is_unspaced(letter) as is_unspaced
      from string_to_table(plain, null) with ordinality as letters (letter, place)
    ) as letters
    window neighbours as (order by place)
  ) as placed
$$;

-- Arabic letters without what readers leave out: marks, the stretching line, and the hamza and its seats' forms (the
-- letters are decomposed here). The article, also behind "and", "with", "like" and "for", comes off words of three
-- letters and more.
create function fold_arabic(plain text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(
    translate(
      regexp_replace(plain, '[\u0300-\u036f\u0610-\u061a\u0621\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]', '', 'g'),
      E'\u0671\u0649\u06cc\u06a9\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669',
      E'\u0627\u064a\u064a\u06430123456789'),
    '(?<![\u0622-\u06d3])[\u0648\u0641]?(?:[\u0628\u0643]?\u0627\u0644|\u0644\u0644)(?=[\u0622-\u06d3]{3})', '', 'g')
$$;

-- Arabic words with the article, which tells the dictionary that a word's first letter is no preposition: without it
-- the dictionary takes the first letter off "programming". Drops everything but Arabic words.
create function search_arabic(plain text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(regexp_replace(plain, '[^\u0622-\u06d3]+', ' ', 'g'), '(\S{3,})', E'\u0627\u0644\\1', 'g')
$$;

-- Text as the parser should read it. A comma separates words and, unlike a space, keeps them one phrase in a query.
create function search_text(written text) returns text language plpgsql immutable strict parallel safe as $$
declare
  plain text := lower(written);
begin
  if octet_length(plain) > length(plain) then
    -- Letters without their accents; one letter in Japanese or Korean stays one.
    plain := regexp_replace(normalize(plain, NFKD), '[\u0300-\u036f]', '', 'g');
    if plain ~ '[\u0621-\u06d3]' then
      plain := fold_arabic(plain);
    end if;
    plain := lower(normalize(plain, NFC));
    plain := replace(replace(replace(translate(plain, 'øłđı', 'oldi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
  end if;
  -- Names with symbols: C++, C#, .NET.
  if strpos(plain, 'c++') > 0 then
    plain := regexp_replace(plain, '(?<![a-z0-9])c\+\+', ',cplusplus,', 'g');
  end if;
  if strpos(plain, '#') > 0 then
    plain := regexp_replace(plain, '(?<![a-z0-9])([cf])#', ',\1sharp,', 'g');
  end if;
  if strpos(plain, '.net') > 0 then
    plain := regexp_replace(plain, '(?<![a-z0-9])(asp|vb)?\.net(?![a-z0-9])', ',\1,dotnet,', 'g');
  end if;
  -- "PostgreSQL" and "Postgres", "front-end", "front end" and "frontend" are found by each other.
  if strpos(plain, 'postgresql') > 0 then
    plain := regexp_replace(plain, '(?<![a-z0-9])postgresql(?![a-z0-9])', 'postgres', 'g');
  end if;
  if plain ~ '(front|back|full|dev)[ -](end|stack|ops)' then
    plain := regexp_replace(plain, '(?<![a-z0-9])(front|back|full|dev)[ -](end|stack|ops)(?![a-z0-9])', '\1\2', 'g');
  end if;
  if strpos(plain, 'js') > 0 then
    -- "Node.js" and "NodeJS" are found by either, and by "node".
    plain := regexp_replace(plain, '([a-z0-9]+[a-z])\.?js(?![a-z0-9])', ',\1,js,\1js,', 'g');
  end if;
  -- A hyphen in front of a word is a query's "not".
  plain := regexp_replace(plain, '(?<=[^[:space:]"])-|[./_:@\\#+~=&<>%?*|]|[\u2010-\u2027\u3001-\u3003\u3008-\u3020\u30fb]', ',', 'g');
  if search_is_unspaced(plain) then
    plain := search_pairs(plain);
  end if;
  return plain;
end $$;

create function words_of_title(title text) returns setof text language sql immutable strict parallel safe as $$
  select word from unnest(tsvector_to_array(to_tsvector('simple', search_text(translate(title, '-"', '  '))))) as word
  where length(word) between 3 and 40 and not search_is_unspaced(word)
$$;
create function words_of_name(name text) returns tsvector language sql immutable strict parallel safe as $$
  select to_tsvector('simple', search_text(translate(name, '-"', '  ')))
$$;

-- A folded word's stems in texts of another language, or of this one.
create function search_stems(word text, of_language text) returns text[] language sql immutable parallel safe as $$
  select array_remove(array[
    case when of_language is null or of_language = 'fr' then (ts_lexize('french_stem', word))[1] end,
    case when word ~ '[\u0622-\u06d3]' then (tsvector_to_array(to_tsvector('arabic', search_arabic(word))))[1] end
  ], null)
$$;

-- A common word of one of the languages: no text is found by it.
create function search_is_stop_word(word text) returns boolean language sql immutable strict parallel safe as $$
  select '{}' in (ts_lexize('english_stem', word), ts_lexize('french_stem', word), ts_lexize('arabic_stem', word))
$$;

-- For texts beyond 20,000 characters in letters without spaces. PostgreSQL counts the words of a text up to 16,383, and a
-- word of three such letters is a phrase, which needs the right count. So the count begins again every 15,000
-- characters; pieces overlap, for the words at their ends. It leaves out what only repeats an English word, and the
-- positions of single letters: even 50,000 different letters then fit in the megabyte that a tsvector has.
create function search_vector_of_pieces(written text, of_language text) returns tsvector
language plpgsql immutable strict parallel safe as $$
declare
  pieces tsvector[] := '{}';
  places tsvector;
  letters tsvector;
  plain text;
begin
  for start in 1..length(written) by 15000 loop
    plain := search_text(translate(substr(written, start, 15050), '-"', '  '));
    places := to_tsvector('english', plain);
    if of_language = 'fr' then
      places := places || ts_delete(to_tsvector('french', plain), tsvector_to_array(places));
    end if;
    if plain ~ '[\u0622-\u06d3]' then
      places := places || ts_delete(to_tsvector('arabic', search_arabic(plain)), tsvector_to_array(places));
    end if;
    pieces := pieces || places;
  end loop;
  select string_agg(quote_literal(lexeme) || ':' || array_to_string(positions, ','), ' ')::tsvector into places
  from unnest(pieces) as piece, unnest(piece);
  select strip(to_tsvector('english', string_agg(letter, ' '))) into letters
  from (select distinct letter from string_to_table(written, null) as letter) as written_letters
  where search_is_unspaced(letter);
  return places || ts_delete(coalesce(letters, ''), tsvector_to_array(places));
end $$;
create function search_vector(written text, of_language text default 'en') returns tsvector
language plpgsql immutable strict parallel safe as $$
declare
  -- Hyphens and quotes mean something in a query alone.
  plain text := search_text(translate(written, '-"', '  '));
  found tsvector;
begin
  if length(written) > 20000 and search_is_unspaced(plain) then
    return search_vector_of_pieces(written, of_language);
  end if;
  found := to_tsvector('english', plain);
  if of_language = 'fr' then
    found := found || to_tsvector('french', plain);
  end if;
  if plain ~ '[\u0622-\u06d3]' then
    found := found || to_tsvector('arabic', search_arabic(plain));
  end if;
  if not search_is_unspaced(plain) then
    return found;
  end if;
  return found || (
    select to_tsvector('english', string_agg(distinct letter, ' '))
    from string_to_table(plain, null) as letter where search_is_unspaced(letter)
  );
end $$;

-- The words of a title. One of common words alone, such as "What is this?", has these.
create function search_title(written text, of_language text) returns tsvector
language plpgsql immutable parallel safe as $$
declare
  found tsvector := search_vector(written, of_language);
begin
  return case when found = '' then to_tsvector('simple', search_text(translate(written, '-"', '  '))) else found end;
end $$;
create function published_search_of(title text, body text, of_language text default 'en') returns tsvector
language sql immutable parallel safe as $$
  select setweight(search_title(title, of_language), 'A') || setweight(search_vector(left(body, 50000), of_language), 'D')
$$;

-- A query's words, each with its stems. If a query, or one side of an "or", has common words only, it looks for them as
-- they are, because titles of common words alone have them. querytree says what an index can look for: nothing for
-- common words, and 'T' where words are only excluded.
create function search_query(written text, of_language text default null) returns tsquery
language plpgsql immutable parallel safe as $$
declare
  plain text := search_text(written);
  asked tsquery := websearch_to_tsquery('english', plain);
  as_written tsquery;
  known text;
  others text;
begin
  for known, others in
    select lexeme, string_agg(distinct quote_literal(stem), ' | ')
    from (select distinct token from ts_parse('default', plain) where tokid in (1, 2, 10, 11, 16, 17)) as words,
      unnest(ts_lexize('english_stem', token)) as lexeme,
      unnest(search_stems(token, of_language)) as stem
    where stem <> lexeme group by lexeme order by lexeme
  loop
    asked := ts_rewrite(asked, quote_literal(known)::tsquery, (quote_literal(known) || ' | ' || others)::tsquery);
  end loop;
  if querytree(asked) in ('', 'T') or plain ~ '\mor\M' then
    as_written := websearch_to_tsquery('simple', plain);
    if querytree(as_written) not in ('', 'T') then
      return case when numnode(asked) = 0 then as_written when querytree(asked) = 'T' then as_written && asked
        else asked || as_written end;
    end if;
  end if;
  return asked;
end $$;

create index content_published_search on content using gin (published_search) where published_revision_id is not null;

-- One published item in 64: estimates how often words occur, at a sixty-fourth of the work. The index of all items would
-- have to be read for every match before anything is known.
create index content_search_sample on content using gin (published_search)
  where published_revision_id is not null and id % 64 = 0;

-- Whether it is quicker to read the newest items than to ask the index of words. An item that is read by its time costs
-- four times one that the index returns, and 500 matches are wanted. So both ways cost the same at
-- sqrt(500 * 4 * items) matches: words with more of them are common.
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

-- The best of the newest items by the index of words. One row with is_common if the words are common: then the caller
-- reads the newest items without the index.
create function search_best(
  words text, of_type text, of_category bigint, after_score integer, after_id bigint, wanted integer,
  of_language text
) returns table (id bigint, score integer, is_common boolean) language plpgsql stable
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  asked tsquery := search_query(words, of_language);
begin
  if search_is_common(asked) then
    return query select null::bigint, null::integer, true;
    return;
  end if;
  return query
    select scored.id, scored.score, false from (
      select newest.id, (ts_rank(newest.published_search, asked, 1) * 1000000)::integer as score
      from (
        select * from (
          -- The offset keeps the other conditions, which have indexes too, out of this step.
          select content.id, published_at, published_search, published_content_type, published_category_id,
            published_language
          from content where published_revision_id is not null and published_search @@ asked offset 0
        ) as matching
        where (of_type is null or published_content_type = of_type)
          and (of_category is null or published_category_id = of_category)
          and (of_language is null or published_language = of_language)
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

-- Words that are or were in a published title: what a misspelling may mean. search_knows decides whether anything
-- published still has one.
create table title_words (word text primary key);
create index title_words_near on title_words using gin (word gin_trgm_ops);

-- Words similar to those that nothing published has (docs/rules.md#search).
create function search_near(words text[]) returns table (word text, folded text, near text)
language plpgsql stable as $$
#variable_conflict use_column
declare
  asked text;
  plain text;
begin
  foreach asked in array words loop
    plain := search_text(asked);
    continue when search_is_stop_word(plain) or search_knows(asked);
    return query
      select asked, plain, title_words.word from title_words
      where title_words.word % plain and title_words.word <> plain
        and abs(length(title_words.word) - length(plain)) <= 2 and not search_is_stop_word(title_words.word)
      order by similarity(title_words.word, plain) desc, title_words.word limit 10;
  end loop;
end $$;

create function renew_author_words() returns trigger language plpgsql as $$
begin
  new.author_words := words_of_name(new.name);
  return new;
end $$;
create trigger users_renew_author_words before update of name on users
  for each row when (old.author_words is not null and old.name <> new.name) execute function renew_author_words();
comment on trigger users_renew_author_words on users is 'An author is found by their present name.';

-- Members with published items whose names have all of the words, by name. Words of three letters and more, and
-- letters written without spaces, may be a word's beginning. Of a very common name it looks at 200 members.
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

-- Published items that share words with a title, for related_items. It uses the title's eight longest words that at most
-- one item in 250 of a large site has: common words say little and cost much. The settings also bound what the index
-- returns: of more matches it returns some, not all.
create function items_with_words(title tsvector) returns table (id bigint, score real) language plpgsql stable
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
set gin_fuzzy_search_limit = 500 as $$
#variable_conflict use_column
declare
  telling tsquery := (
    select string_agg(quote_literal(word), ' | ')::tsquery
    from (
      select word from unnest(tsvector_to_array(title)) as word order by length(word) desc, word limit 8
    ) as longest
    where 60 > (select count(*) from (
      select from content
      where published_revision_id is not null and id % 64 = 0 and published_search @@ quote_literal(word)::tsquery
      limit 60
    ) as sampled)
  );
begin
  return query
    select content.id, ts_rank(published_search, telling) from content
    where published_revision_id is not null and published_search @@ telling;
end $$;

-- The published items most like a published one: of its series, with its labels, of its category (the newest), with
-- words of its title.
create function related_items(asked bigint, wanted integer) returns table (id bigint) language plpgsql stable as $$
#variable_conflict use_column
declare
  own_category bigint;
  own_title tsvector;
begin
  select published_category_id, ts_filter(published_search, '{a}') into own_category, own_title
  from content where content.id = asked and published_revision_id is not null;
  return query
    select content.id from (
      select found.id, sum(weight) as weight from (
        select near.content_id as id, 6::real as weight
        from series_items own join series_items near using (series_id) where own.content_id = asked
        union all
        select near.content_id, 3 from published_labels own cross join lateral (
          select content_id from published_labels other where other.label = own.label order by content_id desc limit 100
        ) as near where own.content_id = asked
        union all
        select newest.id, 1 from (
          select content.id from content where published_revision_id is not null and published_category_id = own_category
          order by published_at desc, content.id desc limit 30
        ) as newest
        union all
        select with_words.id, 4 * score from items_with_words(own_title) as with_words
      ) as found where found.id <> asked group by found.id
    ) as summed
    join content on content.id = summed.id and published_revision_id is not null
    order by summed.weight desc, published_at desc, content.id desc limit wanted;
end $$;
