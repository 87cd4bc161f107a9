-- The ledger as a transparency log: each row is a leaf, JSON without names or free text, in a Merkle tree whose hashes
-- lie in tiles of 256. Rows of the first format are made again, once, before anything is signed.

create table ledger_leaves (
  -- 1, 2, 3, ... without a gap: a leaf's place in the tree is one less
  seq bigint primary key check (seq >= 1),
  -- the bytes that are hashed: RFC 8785 JSON. What is no decision has no row in the ledger.
  leaf text not null check (octet_length(leaf) between 1 and 65535),
  -- their SHA-256, which the next leaf names
  hash bytea not null unique check (octet_length(hash) = 32)
);
create trigger ledger_leaves_are_append_only before update or delete on ledger_leaves
  for each row execute function refuse_change();

-- What a leaf holds only as SHA-256(salt || reason). A reason can be erased: its row is deleted, and the leaf still fits.
create table decision_reasons (
  seq bigint primary key references ledger_leaves,
  salt bytea not null check (octet_length(salt) = 32),
  reason text not null check (length(reason) between 1 and 2000)
);
create trigger decision_reasons_are_immutable before update on decision_reasons
  for each row execute function refuse_change();
create function tell_of_erased_reasons() returns trigger language plpgsql as $$
begin
  perform tell_readers(array['ledger'] || array_agg('item:' || content_id)) from old_rows join ledger using (seq);
  return null;
end $$;
create trigger decision_reasons_tell_readers after delete on decision_reasons
  referencing old table as old_rows for each statement execute function tell_of_erased_reasons();

-- C2SP tlog-tiles: the hashes of leaves in level 0, of full tiles of the level below in the others.
create table log_tiles (
  level smallint not null check (level between 0 and 7),
  index bigint not null check (index >= 0),
  hashes bytea not null check (octet_length(hashes) between 32 and 8192 and octet_length(hashes) % 32 = 0),
  primary key (level, index)
);
-- Hashes cannot be compressed.
alter table log_tiles alter column hashes set storage external;

create function log_leaf_hash(leaf text) returns bytea language sql immutable strict parallel safe as $$
  select sha256('\x00'::bytea || convert_to(leaf, 'UTF8'))
$$;

-- The root over the hashes of a full tile.
create function log_tile_root(hashes bytea) returns bytea language plpgsql immutable strict parallel safe as $$
declare
  above bytea;
begin
  while octet_length(hashes) > 32 loop
    above := '';
    for pair in 0 .. octet_length(hashes) / 64 - 1 loop
      above := above || sha256('\x01'::bytea || substr(hashes, pair * 64 + 1, 64));
    end loop;
    hashes := above;
  end loop;
  return hashes;
end $$;

-- All tiles from all leaves, set by set.
create function make_log_tiles() returns void language plpgsql as $$
declare
  below smallint := 0;
begin
  delete from log_tiles;
  insert into log_tiles (level, index, hashes)
  select 0, (seq - 1) / 256, string_agg(log_leaf_hash(leaf), '' order by seq) from ledger_leaves group by 2;
  loop
    insert into log_tiles (level, index, hashes)
    select below + 1, index / 256, string_agg(log_tile_root(hashes), '' order by index)
    from log_tiles where level = below and octet_length(hashes) = 8192 group by 2;
    exit when not found;
    below := below + 1;
  end loop;
end $$;

alter table ledger disable trigger ledger_is_append_only;
alter table ledger
  drop constraint ledger_flag_has_reason,
  add column reason_commitment bytea check (octet_length(reason_commitment) = 32),
  -- the row's hash in the first format, which heads noted in those days name
  add column former_hash bytea check (octet_length(former_hash) = 32);

do $$
declare
  decided record;
  previous bytea := decode(repeat('00', 32), 'hex');
  former bytea;
  salt bytea;
  commitment bytea;
  leaf text;
  rows bigint := 0;
begin
  for decided in select * from ledger order by seq loop
    commitment := null;
    if decided.reason is not null then
      salt := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
      commitment := sha256(salt || convert_to(decided.reason, 'UTF8'));
    end if;
    leaf := format(
      '{"content":%s,"decision":"%s","media_hash":%s,"previous":"%s","reason_commitment":%s,"reviewer":%s,"revision":%s,"revision_hash":"%s","seq":%s,"time":"%s","v":2}',
      decided.content_id, decided.decision, coalesce('"' || encode(decided.media_hash, 'hex') || '"', 'null'),
      encode(previous, 'hex'), coalesce('"' || encode(commitment, 'hex') || '"', 'null'), decided.reviewer_id,
      decided.revision_number, encode(decided.revision_hash, 'hex'), decided.seq,
      to_char(decided.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
    former := decided.hash;
    insert into ledger_leaves values (decided.seq, leaf, sha256(convert_to(leaf, 'UTF8')));
    if commitment is not null then
      insert into decision_reasons values (decided.seq, salt, decided.reason);
    end if;
    update ledger
    set reason_commitment = commitment, former_hash = former, previous_hash = previous,
      hash = sha256(convert_to(leaf, 'UTF8'))
    where seq = decided.seq;
    previous := sha256(convert_to(leaf, 'UTF8'));
    rows := rows + 1;
  end loop;
  if rows > 0 then
    leaf := format('{"head":"%s","kind":"taken_over","previous":"%s","rows":%s,"seq":%s,"time":"%s","v":2}',
      encode(former, 'hex'), encode(previous, 'hex'), rows, rows + 1,
      to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
    insert into ledger_leaves values (rows + 1, leaf, sha256(convert_to(leaf, 'UTF8')));
  end if;
end $$;
select make_log_tiles();

alter table ledger
  drop column reason,
  add constraint ledger_row_has_leaf foreign key (seq) references ledger_leaves (seq),
  add constraint ledger_flag_has_reason check (decision <> 'flagged' or reason_commitment is not null);
alter table ledger enable trigger ledger_is_append_only;

create function append_to_log_tiles() returns trigger language plpgsql as $$
declare
  at_level smallint := 0;
  place bigint := new.seq - 1;
  hash bytea := log_leaf_hash(new.leaf);
  whole bytea;
begin
  loop
    insert into log_tiles values (at_level, place / 256, hash)
    on conflict (level, index) do update set hashes = log_tiles.hashes || excluded.hashes
    returning hashes into whole;
    if octet_length(whole) <> (place % 256 + 1) * 32 then
      raise exception 'leaf % does not follow the last one', new.seq using errcode = 'integrity_constraint_violation';
    end if;
    exit when place % 256 < 255;
    hash := log_tile_root(whole);
    place := place / 256;
    at_level := at_level + 1;
  end loop;
  perform pg_notify('ledger', '');
  return null;
end $$;
create trigger ledger_leaves_enter_tiles after insert on ledger_leaves
  for each row execute function append_to_log_tiles();

create or replace function note_decision() returns trigger language plpgsql as $$
begin
  update content set last_decision = new.seq where id = new.content_id;
  return null;
end $$;
