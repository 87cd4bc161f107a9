-- A film of another site, in place of a file: a part of a revision that its hash covers.
alter table revisions
  -- its page there, in its canonical form
  add column embed text check (embed ~ '^https?://'),
  add constraint revisions_embed_is_a_film check (embed is null or (media_key is null and content_type = 'Video'));
