-- The first answers to calls with an Idempotency-Key. The transaction that does the call's work writes the row: both
-- are there, or neither.
create table idempotency_keys (
  user_id bigint not null references users on delete cascade,
  key text not null check (length(key) between 1 and 200),
  -- SHA-256 of the call: the same key may not stand for another
  call_hash bytea not null check (octet_length(call_hash) = 32),
  -- null only inside the transaction, until the work is done
  status smallint check (status between 200 and 299),
  answer text,
  created_at timestamptz(3) not null,
  primary key (user_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Claims a key, unless a call after `expired` has it: then returns the answer to that call. Waits for an open transaction
-- that has claimed the key. The same as claimKey in calls/idempotency.repository.ts.
--
-- An answer is stored as the bytes that are sent, and holds what only the statement knows (an id, a name, a count). The
-- caller passes it with placeholders, which the function replaces (calls/idempotency.ts).
create function claim_key(
  member bigint, idempotency_key text, hash bytea, at timestamptz, expired timestamptz,
  out first_status integer, out first_answer text
) language plpgsql as $$
declare
  first_hash bytea;
begin
  insert into idempotency_keys as kept (user_id, key, call_hash, status, answer, created_at)
  values (member, idempotency_key, hash, null, null, at)
  on conflict (user_id, key) do update
    set call_hash = excluded.call_hash, status = null, answer = null, created_at = excluded.created_at
    where kept.created_at < expired;
  if found then return; end if;
  select kept.call_hash, kept.status, kept.answer into first_hash, first_status, first_answer
  from idempotency_keys kept where kept.user_id = member and kept.key = idempotency_key;
  if first_hash is distinct from hash then
    raise exception 'key_in_use' using errcode = 'ZC001';
  end if;
  if first_status is null then raise exception 'a key was stored without its answer'; end if;
end $$;

-- Long answers take their member's storage for the day that they are kept. Short ones, as to a like, are bounded by the
-- limits and cost no write to the count.
create function stored_bytes(idempotency_keys) returns bigint language sql immutable as $$
  select greatest(coalesce(octet_length($1.answer), 0) - 4096, 0)
$$;
create function store_answer() returns trigger language plpgsql as $$
begin
  perform take_storage(new.user_id, stored_bytes(new) - case tg_op when 'UPDATE' then stored_bytes(old) else 0 end);
  return null;
end $$;
create trigger idempotency_keys_take_storage after insert on idempotency_keys
  for each row when (octet_length(new.answer) > 4096) execute function store_answer();
create trigger idempotency_keys_move_storage after update of answer on idempotency_keys
  for each row when (octet_length(new.answer) > 4096 or octet_length(old.answer) > 4096) execute function store_answer();

-- A sweep deletes the keys of many members, in the order of their ids.
create function free_answers() returns trigger language plpgsql as $$
declare
  freed record;
begin
  for freed in select user_id, sum(stored_bytes(gone::idempotency_keys)) as bytes from gone
    group by user_id order by user_id
  loop
    perform take_storage(freed.user_id, -freed.bytes::bigint);
  end loop;
  return null;
end $$;
create trigger idempotency_keys_free_storage after delete on idempotency_keys referencing old table as gone
  for each statement execute function free_answers();
