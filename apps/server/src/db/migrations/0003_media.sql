-- Files that members upload, and how many bytes each member stores.

create table media (
  -- the name under which the file is stored and served; the sender never chooses it
  key text primary key check (key ~ '^[a-z0-9]{16,64}\.[a-z0-9]{2,5}$'),
  sha256 bytea not null check (octet_length(sha256) = 32),
  bytes bigint not null check (bytes > 0),
  type text not null,
  width integer check (width > 0),
  height integer check (height > 0),
  duration_seconds integer check (duration_seconds >= 0),
  -- whose storage the file takes; null: nobody's, as with demo data
  owner_id bigint references users,
  -- A picture in a text (docs/rules.md#d140). It is sent before the text, so nobody but its owner may see it until a
  -- published revision has it.
  in_text boolean not null default false,
  -- A smaller file of this picture (docs/rules.md#d125): no hash of the ledger covers it, and it goes with its picture.
  rendition_of text references media on delete cascade,
  -- pixels, smallest first; null: still to be made; empty: the picture cannot be read
  rendition_widths integer[],
  -- mean colour, shown until the picture has loaded
  colour text check (colour ~ '^#[0-9a-f]{6}$'),
  -- until then one instance makes the renditions
  renditions_claimed_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- The file was erased; the row stays, because a revision names it.
  erased_at timestamptz(3)
);
create index media_by_age on media (created_at);
create index media_by_picture on media (rendition_of) where rendition_of is not null;
create index media_without_renditions on media (key)
  where rendition_widths is null and rendition_of is null and erased_at is null and type in ('image/jpeg', 'image/png');
-- An import finds by its bytes a file that its author has uploaded before.
create index media_by_bytes on media (sha256) where rendition_of is null;

alter table users
  add constraint users_avatar_key_fkey foreign key (avatar_key) references media,
  add constraint users_avatar_small_key_fkey foreign key (avatar_small_key) references media;

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

-- Bytes that a member stores: files, and what they write (docs/rules.md#d78). A new file locks the row, so that of two
-- uploads at the same moment the second sees what the first took.
create table member_storage (
  user_id bigint primary key references users on delete cascade,
  bytes bigint not null
);

-- Bytes of all files: one row.
create table site_storage (
  id boolean primary key default true check (id),
  bytes bigint not null
);
insert into site_storage (bytes) values (0);

-- Members in the order of their ids and the site last, so that no two transactions wait for each other.
create function keep_storage() returns trigger language plpgsql as $$
declare
  change record;
  total bigint := 0;
begin
  for change in execute case tg_op
    when 'INSERT' then 'select owner_id, sum(bytes) as bytes from came where erased_at is null group by owner_id order by owner_id'
    when 'DELETE' then 'select owner_id, -sum(bytes) as bytes from gone where erased_at is null group by owner_id order by owner_id'
    else 'select owner_id, sum(bytes) as bytes from (
        select owner_id, bytes from came where erased_at is null
        union all select owner_id, -bytes from gone where erased_at is null) as moved
      group by owner_id order by owner_id'
  end loop
    total := total + change.bytes;
    if change.owner_id is not null and change.bytes <> 0 then
      insert into member_storage as kept (user_id, bytes) values (change.owner_id, change.bytes)
      on conflict (user_id) do update set bytes = kept.bytes + excluded.bytes;
    end if;
  end loop;
  if total <> 0 then
    update site_storage set bytes = bytes + total;
  end if;
  return null;
end $$;
create trigger media_add_storage after insert on media referencing new table as came
  for each statement execute function keep_storage();
create trigger media_move_storage after update on media referencing old table as gone new table as came
  for each statement execute function keep_storage();
create trigger media_free_storage after delete on media referencing old table as gone
  for each statement execute function keep_storage();

-- Locks the member's row after the item's and before the counts of items (`hold` in storage.service.ts), so that no two
-- transactions wait for each other.
create function take_storage(member bigint, taken bigint) returns void language sql as $$
  insert into member_storage as kept (user_id, bytes) select member, taken where taken <> 0
  on conflict (user_id) do update set bytes = kept.bytes + excluded.bytes
$$;
