-- What the search takes for a word. PostgreSQL's parser takes "Zustand.js" for a host, "client/servantz" for a file's
-- path and a Japanese sentence for one word, leaves accents on, and drops the signs of "C++". Texts and queries go
-- through the same function before it, so that they agree.

-- Letters of languages that are written without spaces between words: kana, Han, Hangul, Thai, Lao, Burmese, Khmer.
create function search_is_unspaced(letters text) returns boolean language sql immutable strict parallel safe as $$
  select letters ~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]'
$$;

-- Text as the parser should read it. A comma parts words and, unlike a space, keeps them one phrase in a query.
create function search_text(written text) returns text language plpgsql immutable strict parallel safe as $$
declare
  plain text := lower(written);
begin
  if octet_length(plain) > length(plain) then
    -- Letters without their accents; what is one letter in Japanese or Korean stays one.
    plain := lower(normalize(regexp_replace(normalize(plain, NFKD), '[\u0300-\u036f]', '', 'g'), NFC));
    plain := replace(replace(replace(translate(plain, 'øłđı', 'oldi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
  end if;
  -- Names that mean something by their signs.
  if strpos(plain, 'c++') > 0 then
    plain := regexp_replace(plain, '(?<![a-z0-9])c\+\+', ',cplusplus,', 'g');
  end if;
  if strpos(plain, '#') > 0 then
    plain := regexp_replace(plain, '(?<![a-z0-9])([cf])#', ',\1sharp,', 'g');
  end if;
  if strpos(plain, '.net') > 0 then
    plain := regexp_replace(plain, '(?<![a-z0-9])(asp|vb)?\.net(?![a-z0-9])', ',\1,dotnet,', 'g');
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

-- The words of a text that is looked through; letters written without spaces stand in it one by one as well.
create function search_vector(written text) returns tsvector language plpgsql immutable strict parallel safe as $$
declare
  -- Hyphens and quotes mean something in a query alone.
  plain text := search_text(translate(written, '-"', '  '));
begin
  if not search_is_unspaced(plain) then
    return to_tsvector('english', plain);
  end if;
  return to_tsvector('english', plain) || (
    select to_tsvector('english', string_agg(distinct letter, ' '))
    from string_to_table(plain, null) as letter where search_is_unspaced(letter)
  );
end $$;

-- What somebody typed, in the syntax of websearch_to_tsquery.
create function search_query(written text) returns tsquery language sql immutable strict parallel safe as $$
  select websearch_to_tsquery('english', search_text(written))
$$;

create or replace function published_search_of(title text, body text) returns tsvector
language sql immutable parallel safe as $$
  select setweight(search_vector(title), 'A') || setweight(search_vector(left(body, 20000)), 'D')
$$;

drop index content_published_search;
update content set published_search = published_search_of(title, body)
from revisions where revisions.id = content.published_revision_id;
create index content_published_search on content using gin (published_search) where published_revision_id is not null;

-- Words that stand or stood in a published title: what a misspelt word may have meant. Whether anything published has
-- one still is asked when it is suggested.
create table title_words (word text primary key);
create index title_words_near on title_words using gin (word gin_trgm_ops);

create function words_of_title(title text) returns setof text language sql immutable strict parallel safe as $$
  select word from unnest(tsvector_to_array(to_tsvector('simple', search_text(translate(title, '-"', '  '))))) as word
  where length(word) between 3 and 40 and not search_is_unspaced(word)
$$;

create function keep_title_words() returns trigger language plpgsql as $$
begin
  -- In order, so that two titles with the same new words wait for each other and not each for the other.
  insert into title_words select words_of_title(new.published_title) order by 1 on conflict do nothing;
  return null;
end $$;
create trigger content_keeps_title_words after insert or update of published_revision_id on content
  for each row when (new.published_title is not null) execute function keep_title_words();

insert into title_words select distinct word from content, words_of_title(published_title) as word;

drop function nearest_title_word(text);
drop index content_published_title;
