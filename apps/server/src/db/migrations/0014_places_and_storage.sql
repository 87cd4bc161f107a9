-- Places from which a member has signed in: hashes of a browser's mark and of an address, keyed with the site's secret.
-- Wrong passwords from elsewhere do not use up the tries of these.
create table known_places (
  user_id bigint not null references users on delete cascade,
  place bytea not null check (octet_length(place) = 32),
  seen_at timestamptz(3) not null,
  primary key (user_id, place)
);
create index known_places_by_age on known_places (seen_at);

-- A reset code is tried only by whoever asked for it: guesses from elsewhere must not use up its five tries. Codes and
-- requests live for minutes, and those of today do not say who asked: they are asked for again.
delete from reset_requests;
alter table reset_requests
  -- the hash of the mark that the asking browser has from now on
  add column asked_by bytea not null check (octet_length(asked_by) = 32),
  -- a keyed hash of the address; null where the browser had brought its mark, which then says enough
  add column asked_from bytea check (octet_length(asked_from) = 32);
delete from reset_codes;
alter table reset_codes
  add column asked_by bytea not null check (octet_length(asked_by) = 32),
  add column asked_from bytea check (octet_length(asked_from) = 32),
  drop constraint reset_codes_pkey,
  add primary key (user_id, asked_by);

-- Whose storage a file takes; null: nobody's, as with demo data.
alter table media add column owner_id bigint references users;
update media set owner_id = found.owner
from (
  select key, min(owner) as owner
  from (
    select revisions.media_key as key, content.author_id as owner
    from revisions join content on content.id = revisions.content_id where revisions.media_key is not null
    union all
    select revisions.poster_key, content.author_id
    from revisions join content on content.id = revisions.content_id where revisions.poster_key is not null
    union all
    select avatar_key, id from users where avatar_key is not null
    union all
    select avatar_small_key, id from users where avatar_small_key is not null
  ) as uses
  group by key
) as found
where media.key = found.key;

-- How many bytes are stored, kept as files come and go. Adding a file locks the row, so that of two uploads at the same
-- moment the second one sees what the first one took.
create table member_storage (
  user_id bigint primary key references users on delete cascade,
  bytes bigint not null
);
create table site_storage (
  -- one row
  id boolean primary key default true check (id),
  bytes bigint not null
);
insert into member_storage (user_id, bytes)
select owner_id, sum(bytes) from media where erased_at is null and owner_id is not null group by owner_id;
insert into site_storage (bytes) select coalesce(sum(bytes), 0) from media where erased_at is null;

-- Members in the order of their ids and the site last: two transactions never wait for one another.
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
