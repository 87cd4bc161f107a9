-- The search reads whole texts, finds titles of common words alone, and takes no common word for a misspelling
-- (docs/rules.md#d158).

-- A common word of one of the languages: no text is found by it.
create function search_is_stop_word(word text) returns boolean language sql immutable strict parallel safe as $$
  select '{}' in (ts_lexize('english_stem', word), ts_lexize('french_stem', word), ts_lexize('arabic_stem', word))
$$;

-- As in migration 0035, for texts beyond 20,000 characters in letters without spaces. PostgreSQL counts the words of a
-- text to 16,383, and a word of three such letters is a phrase, which needs the right count. So the count begins again
-- every 15,000 characters; pieces overlap, for the words at their ends. What only repeats an English word, and the
-- places of single letters, are left out: even 50,000 different letters then fit in the megabyte that a tsvector has.
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

create or replace function search_vector(written text, of_language text default 'en') returns tsvector
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

create or replace function published_search_of(title text, body text, of_language text default 'en') returns tsvector
language sql immutable parallel safe as $$
  select setweight(search_title(title, of_language), 'A') || setweight(search_vector(left(body, 50000), of_language), 'D')
$$;

-- As in migration 0035. Where nothing but common words is asked for, alone or on one side of an "or", they are looked
-- for as they are: only titles of common words alone have them. querytree says what an index can look for: nothing of
-- common words, and 'T' where words are only excluded.
create or replace function search_query(written text, of_language text default null) returns tsquery
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

-- For each word that nothing published has: the words of titles that are most like it, the most similar first. `folded`
-- is how the titles have it.
drop function search_near(text[]);
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

-- Published items whose words for the search a job makes again after the update (search-words.ts): those of long texts
-- take some hundredths of a second each. Until then they are found by the beginning of their texts, as before.
create table search_stale (content_id bigint primary key references content on delete cascade);
insert into search_stale
select content.id from content join revisions on revisions.id = content.published_revision_id
where content.published_revision_id is not null
  and (octet_length(body) > 20000 or search_vector(published_title, published_language) = '');
