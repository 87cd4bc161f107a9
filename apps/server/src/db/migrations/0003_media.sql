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
  -- A picture in a text (docs/rules.md#pictures-in-texts). It is sent before the text, so nobody but its owner may see it until a
  -- published revision has it.
  in_text boolean not null default false,
  -- A smaller file of this picture (docs/rules.md#smaller-pictures): no hash of the ledger covers it, and it goes with its picture.
  rendition_of text references media on delete cascade,
  -- pixels, smallest first; null: still to be made; empty: the picture cannot be read
  rendition_widths integer[],
  -- mean colour, shown until the picture has loaded
  colour text check (colour ~ '^#[0-9a-f]{6}$'),
  created_at timestamptz(3) not null default now(),
  -- The file was erased; the row stays, because a revision names it.
  erased_at timestamptz(3)
);
create index media_by_age on media (created_at);
create index media_by_picture on media (rendition_of) where rendition_of is not null;
-- An import finds by its bytes a file that its author has uploaded before.
create index media_by_bytes on media (sha256) where rendition_of is null;

alter table users
  add constraint users_avatar_key_fkey foreign key (avatar_key) references media,
  add constraint users_avatar_small_key_fkey foreign key (avatar_small_key) references media;

-- Bytes that a member stores: files, and what they write (docs/rules.md#quotas). A new file locks the row, so that of two
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

-- Locks the member's row after the item's and before the counts of items (`hold` in storage.service.ts), so that no two
-- transactions wait for each other.
create function take_storage(member bigint, taken bigint) returns void language sql as $$
  insert into member_storage as kept (user_id, bytes) select member, taken where member is not null and taken <> 0
  on conflict (user_id) do update set bytes = kept.bytes + excluded.bytes
$$;

-- The member first and the site last. A statement that deletes files of several members has locked their rows before
-- (`lockCounts` in storage.repository.ts).
create function keep_file_storage() returns trigger language plpgsql as $$
declare
  freed bigint := case when old.erased_at is null then coalesce(old.bytes, 0) else 0 end;
  taken bigint := case when new.erased_at is null then coalesce(new.bytes, 0) else 0 end;
begin
  if old.owner_id = new.owner_id then
    perform take_storage(new.owner_id, taken - freed);
  else
    perform take_storage(old.owner_id, -freed);
    perform take_storage(new.owner_id, taken);
  end if;
  if taken <> freed then
    update site_storage set bytes = bytes + taken - freed;
  end if;
  return null;
end $$;
create trigger media_keep_storage after insert or update of bytes, owner_id, erased_at or delete on media
  for each row execute function keep_file_storage();
comment on trigger media_keep_storage on media is
  'The bytes of a member and of the site are those of the files that are not erased.';
