-- A leaf commits to its reviewer instead of naming them (docs/rules.md#d97): what is in a signed log cannot be taken back.

-- The leaf holds SHA-256(reviewer_salt || reviewer_id in decimal).
alter table ledger add reviewer_salt bytea check (octet_length(reviewer_salt) = 32);

-- 244 random bits; appending uses 256.
create function pg_temp.new_salt() returns bytea language sql volatile as $$
  select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
$$;

-- The leaves of an older version are made again, with their hashes and tiles. That is another log, so it begins with a
-- new name and a leaf that names the signed one.
alter table ledger disable trigger ledger_is_append_only;
alter table ledger_leaves disable trigger ledger_leaves_are_append_only;
delete from log_tiles;
create trigger leaves_enter_tiles_again after update on ledger_leaves
  for each row execute function append_to_log_tiles();

do $$
declare
  former text := (select note from log_checkpoint);
  began timestamp := now() at time zone 'UTC';
  previous bytea := decode(repeat('00', 32), 'hex');
  last bigint := 0;
  reason constant text := 'The format of the log changed: its rows no longer name their reviewers.';
  salt bytea;
  fork text;
  old record;
begin
  for old in
    select seq, leaf, reviewer_id from ledger_leaves left join ledger using (seq) order by seq
  loop
    salt := pg_temp.new_salt();
    old.leaf := regexp_replace(old.leaf, '"v":2}$', '"v":3}');
    old.leaf := regexp_replace(
      old.leaf, '"previous":"[0-9a-f]{64}"', '"previous":"' || encode(previous, 'hex') || '"');
    if old.reviewer_id is not null then
      old.leaf := replace(
        old.leaf,
        '"reviewer":' || old.reviewer_id || ',',
        '"reviewer_commitment":"' || encode(sha256(salt || old.reviewer_id::text::bytea), 'hex') || '",');
      update ledger
      set reviewer_salt = salt, previous_hash = previous, hash = sha256(convert_to(old.leaf, 'UTF8'))
      where seq = old.seq;
    end if;
    previous := sha256(convert_to(old.leaf, 'UTF8'));
    update ledger_leaves set leaf = old.leaf, hash = previous where seq = old.seq;
    last := old.seq;
  end loop;

  if former is not null then
    salt := pg_temp.new_salt();
    fork := concat(
      '{"former":{"origin":', to_json(split_part(former, E'\n', 1)),
      ',"root":"', encode(decode(split_part(former, E'\n', 3), 'base64'), 'hex'),
      '","size":', split_part(former, E'\n', 2),
      '},"kind":"fork","origin":',
      to_json(regexp_replace(split_part(former, E'\n', 1), '/fork-[^/]*$', '')
        || '/fork-' || to_char(began, 'YYYYMMDD"T"HH24MISSMS"Z"')),
      ',"previous":"', encode(previous, 'hex'),
      '","reason_commitment":"', encode(sha256(salt || convert_to(reason, 'UTF8')), 'hex'),
      '","seq":', last + 1,
      ',"time":"', to_char(began, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      '","v":3}');
    insert into ledger_leaves values (last + 1, fork, sha256(convert_to(fork, 'UTF8')));
    insert into decision_reasons values (last + 1, salt, reason);
    delete from log_checkpoint;
    delete from log_cosignatures;
  end if;
end $$;

drop trigger leaves_enter_tiles_again on ledger_leaves;
alter table ledger enable trigger ledger_is_append_only;
alter table ledger_leaves enable trigger ledger_leaves_are_append_only;
alter table ledger alter column reviewer_salt set not null;
