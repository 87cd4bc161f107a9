-- Captions of films and recordings, chapters, and "no speech": parts of a revision that its hash covers.

-- Captions join the pictures: what else is known of files applies to both (who may have them, when they are erased).
alter table revision_pictures rename to revision_files;
alter index revision_pictures_pkey rename to revision_files_pkey;
alter index revision_pictures_by_media rename to revision_files_by_media;
alter table revision_files rename constraint revision_pictures_revision_id_fkey to revision_files_revision_id_fkey;
alter table revision_files rename constraint revision_pictures_media_key_fkey to revision_files_media_key_fkey;
-- 30 pictures, a cover, and captions in 20 languages
alter table revision_files drop constraint revision_pictures_place_check,
  add constraint revision_files_place_check check (place between 1 and 51);
alter trigger revision_pictures_are_immutable on revision_files rename to revision_files_are_immutable;
comment on trigger revision_files_are_immutable on revision_files is
  'A revision keeps the pictures and captions that its hash covers.';

alter table media rename column in_text to comes_first;

-- A file of captions by its key, and what it says. Like a picture it is sent before the item that will have it.
create table captions (
  media_key text primary key references media on delete cascade,
  -- BCP 47, in its canonical form
  language text not null check (length(language) between 2 and 35),
  -- [[start, end, text, speaker?], ...], in seconds: what the file says, for transcripts
  cues jsonb not null check (jsonb_typeof(cues) = 'array'),
  cue_count integer not null check (cue_count >= 0),
  ends_at double precision not null check (ends_at >= 0)
);
create trigger captions_are_immutable before update on captions
  for each row execute function refuse_change();
comment on trigger captions_are_immutable on captions is 'Captions say what the file says that was reviewed.';

alter table revisions
  -- [{at, title}, ...]; at in seconds
  add column chapters jsonb not null default '[]' check (jsonb_typeof(chapters) = 'array'),
  -- Its author says that nobody speaks in it.
  add column no_speech boolean not null default false;
