-- A revision has a language (docs/rules.md#d130), and the search folds and stems by language (docs/rules.md#d131).

-- ISO 639-1. The contract's languages.ts says which there are.
alter table revisions
  add column language text not null default 'en' check (language ~ '^[a-z]{2}$'),
  -- whether its author said so: only then does the revision's hash cover it
  add column language_given boolean not null default false;
alter table content add column published_language text not null default 'en';
-- The languages that a member reads; none: all of them.
alter table users add column languages text[] not null default '{}' check (cardinality(languages) <= 20);

-- What was written before: Arabic where the title has more Arabic letters than Latin ones, else English. Nobody said so,
-- and no hash covers it.
alter table revisions disable trigger revisions_are_immutable;
update revisions set language = 'ar'
where title ~ '[\u0620-\u064a]'
  and length(regexp_replace(title, '[^\u0620-\u064a]', '', 'g')) > length(regexp_replace(title, '[^A-Za-z]', '', 'g'));
alter table revisions enable trigger revisions_are_immutable;

create index content_published_by_language on content (published_language, published_at desc, id desc)
  where published_revision_id is not null;
create index content_published_by_language_and_category
  on content (published_language, published_category_id, published_at desc, id desc)
  where published_revision_id is not null;
create index content_published_by_language_and_type
  on content (published_language, published_content_type, published_at desc, id desc)
  where published_revision_id is not null;

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

-- As in migration 0015, with Arabic letters folded.
create or replace function search_text(written text) returns text language plpgsql immutable strict parallel safe as $$
declare
  plain text := lower(written);
begin
  if octet_length(plain) > length(plain) then
    -- Letters without their accents; what is one letter in Japanese or Korean stays one.
    plain := regexp_replace(normalize(plain, NFKD), '[\u0300-\u036f]', '', 'g');
    if plain ~ '[\u0621-\u06d3]' then
      plain := fold_arabic(plain);
    end if;
    plain := lower(normalize(plain, NFC));
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

-- Arabic words with the article, which tells the dictionary that a word's first letter is no preposition: without it
-- the dictionary takes the first letter off "programming". Nothing but Arabic words is left.
create function search_arabic(plain text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(regexp_replace(plain, '[^\u0622-\u06d3]+', ' ', 'g'), '(\S{3,})', E'\u0627\u0644\\1', 'g')
$$;

-- As in migration 0015, with the stems of the text's language beside the English ones, and those of Arabic words in
-- every text. An Arabic word stands in it without its article as well.
drop function search_vector(text);
create function search_vector(written text, of_language text default 'en') returns tsvector
language plpgsql immutable strict parallel safe as $$
declare
  -- Hyphens and quotes mean something in a query alone.
  plain text := search_text(translate(written, '-"', '  '));
  found tsvector := to_tsvector('english', plain);
begin
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

-- What a folded word may be in texts of another language, or of this one.
create function search_stems(word text, of_language text) returns text[] language sql immutable parallel safe as $$
  select array_remove(array[
    case when of_language is null or of_language = 'fr' then (ts_lexize('french_stem', word))[1] end,
    case when word ~ '[\u0622-\u06d3]' then (tsvector_to_array(to_tsvector('arabic', search_arabic(word))))[1] end
  ], null)
$$;

-- What somebody typed, in the syntax of websearch_to_tsquery. Each word may stand in a text as any language has it; with
-- a language, as this one and English have it.
drop function search_query(text);
create function search_query(written text, of_language text default null) returns tsquery
language plpgsql immutable parallel safe as $$
declare
  plain text := search_text(written);
  asked tsquery := websearch_to_tsquery('english', plain);
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
  return asked;
end $$;

drop function published_search_of(text, text);
create function published_search_of(title text, body text, of_language text default 'en') returns tsvector
language sql immutable parallel safe as $$
  select setweight(search_vector(title, of_language), 'A') || setweight(search_vector(left(body, 20000), of_language), 'D')
$$;

create or replace function follow_published_revision() returns trigger language plpgsql as $$
begin
  -- The lock makes this wait for an admin who is moving the category's items elsewhere.
  select coalesce(categories.moved_to, categories.id) into new.published_category_id
  from revisions join categories on categories.id = revisions.category_id
  where revisions.id = new.published_revision_id for key share of categories;
  select content_type, title, published_search_of(title, body, language)
  into new.published_content_type, new.published_title, new.published_search
  from revisions where id = new.published_revision_id;
  new.published_language := coalesce((select language from revisions where id = new.published_revision_id), 'en');
  return new;
end $$;

drop function search_best(text, text, bigint, integer, bigint, integer);
create function search_best(
  words text, of_type text, of_category bigint, after_score integer, after_id bigint, wanted integer,
  of_language text
) returns table (id bigint, score integer) language plpgsql stable
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  asked tsquery := search_query(words, of_language);
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

-- Nothing but texts with Arabic words is indexed otherwise than before, titles in Arabic among them: the index of words
-- itself names them, so that the others cost nothing.
update content set published_search = published_search_of(title, body, language), published_language = language
from revisions where revisions.id = content.published_revision_id and content.published_revision_id is not null
  and content.published_search @@ (
    select string_agg(quote_literal(chr(letter)) || ':*', ' | ')::tsquery from generate_series(1568, 1791) as letter
  );
insert into title_words
select distinct word from content, words_of_title(published_title) as word
where published_title ~ '[\u0620-\u06d3]' and published_revision_id is not null
on conflict do nothing;

-- As in 0028, with the languages that a member reads.
create or replace function tell_of_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (select count(*) from (select from new_rows limit 101) touched) > 100 then
      perform pg_notify('shared_answers', 'all');
      return null;
    end if;
    perform tell_readers(array_agg(case when (was.name, was.role, was.active, was.verified_at, was.interests, was.bio,
          was.social_links, was.avatar_key, was.avatar_small_key, was.languages)
        is distinct from (became.name, became.role, became.active, became.verified_at, became.interests, became.bio,
          became.social_links, became.avatar_key, became.avatar_small_key,
          became.languages) then 'user:' || became.id end)
      || array_agg(case when was.author_words is distinct from became.author_words then 'authors' end))
    from old_rows was join new_rows became using (id);
  else
    perform tell_readers(array_agg('user:' || id)) from (select id from old_rows limit 101) gone;
  end if;
  return null;
end $$;

update users set author_words = words_of_name(name) where author_words is not null and name ~ '[\u0620-\u06d3]';
