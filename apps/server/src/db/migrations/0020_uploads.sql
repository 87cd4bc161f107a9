-- Files that arrive in pieces, before the item that will have them (docs/rules.md#long-recordings).

create table uploads (
  -- random: the end of its address
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  user_id bigint not null references users,
  -- of the whole file, and how many of them have arrived
  bytes bigint not null check (bytes > 0),
  received bigint not null default 0 check (received between 0 and bytes),
  pieces integer not null default 0 check (pieces >= 0),
  -- the MIME type that its sender declared
  type text not null,
  -- Upload-Metadata, as it was sent
  metadata text not null,
  ends_at timestamptz(3) not null
);
create index uploads_by_member on uploads (user_id);
create index uploads_by_end on uploads (ends_at);

-- Each is a file of its own, which does not change any more.
create table upload_pieces (
  upload_id text not null references uploads on delete cascade,
  start bigint not null check (start >= 0),
  key text not null unique check (key ~ '^[0-9a-f]{32}\.piece$'),
  primary key (upload_id, start)
);

-- The whole file counts from the beginning: what has begun can be ended.
create function keep_upload_storage() returns trigger language plpgsql as $$
begin
  perform take_storage(coalesce(new.user_id, old.user_id), coalesce(new.bytes, 0) - coalesce(old.bytes, 0));
  update site_storage set bytes = bytes + coalesce(new.bytes, 0) - coalesce(old.bytes, 0);
  return null;
end $$;
create trigger uploads_keep_storage after insert or delete on uploads
  for each row execute function keep_upload_storage();
comment on trigger uploads_keep_storage on uploads is
  'A file that arrives takes the storage of its member and of the site as if all of it were there.';
