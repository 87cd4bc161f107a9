-- What its author wrote for cards, feeds and descriptions, in place of the excerpt (docs/rules.md#d157); empty: nothing, and
-- then the hash does not cover it.
alter table revisions add column summary text not null default '' check (length(summary) <= 300);

-- The picture that its author chose for cards. It stands among the revision's pictures, behind those of the text, so that its
-- bytes are part of what the hash covers and its readers are those of the revision.
alter table revisions add column cover_key text references media;
create index revisions_by_cover on revisions (cover_key) where cover_key is not null;
alter table revision_pictures
  drop constraint revision_pictures_place_check,
  add constraint revision_pictures_place_check check (place between 1 and 31);
