-- Pictures that stand in texts (docs/rules.md#d140). They are sent before the text, so none is anyone's but their owner's
-- until a published revision has it.
alter table media add column in_text boolean not null default false;

-- The pictures of a revision's text: part of what its hash covers.
create table revision_pictures (
  revision_id bigint not null references revisions,
  -- in the order of the text
  place smallint not null check (place between 1 and 30),
  media_key text not null references media,
  primary key (revision_id, place)
);
create unique index revision_pictures_by_media on revision_pictures (media_key, revision_id);
create trigger revision_pictures_are_immutable before update or delete on revision_pictures
  for each row execute function refuse_change();
