-- Smaller files of pictures (docs/rules.md#d125): derived, never hashed into the ledger, gone with their picture.
alter table media
  add column rendition_of text references media on delete cascade,
  -- pixels, smallest first; null: still to be made; empty: the picture cannot be read
  add column rendition_widths integer[],
  -- its mean, shown until the picture is there
  add column colour text check (colour ~ '^#[0-9a-f]{6}$'),
  -- who makes them has until then
  add column renditions_claimed_until timestamptz(3);
create index media_by_picture on media (rendition_of) where rendition_of is not null;
create index media_without_renditions on media (key)
  where rendition_widths is null and rendition_of is null and erased_at is null and type in ('image/jpeg', 'image/png');

create function wake_renditions() returns trigger language plpgsql as $$
begin
  perform pg_notify('pictures_added', '');
  return null;
end $$;
create trigger revisions_wake_renditions after insert on revisions for each row
  when (new.media_key is not null or new.poster_key is not null) execute function wake_renditions();

create function tell_of_renditions() returns trigger language plpgsql as $$
begin
  perform tell_readers(array(
    select 'item:' || content_id from revisions where media_key = new.key
    union select 'item:' || content_id from revisions where poster_key = new.key
    limit 101));
  return null;
end $$;
create trigger media_tells_readers after update of rendition_widths on media for each row
  when (new.rendition_widths is distinct from old.rendition_widths) execute function tell_of_renditions();
