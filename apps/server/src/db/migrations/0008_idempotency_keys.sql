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

-- Long answers take their member's storage for the day that they are kept. Short ones, as to a like, are bounded by the
-- limits and cost no write to the count.
create function stored_bytes(idempotency_keys) returns bigint language sql immutable as $$
  select greatest(coalesce(octet_length($1.answer), 0) - 4096, 0)
$$;
create function store_answer() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform take_storage(old.user_id, -stored_bytes(old)); end if;
  if tg_op <> 'DELETE' then perform take_storage(new.user_id, stored_bytes(new)); end if;
  return null;
end $$;
create trigger idempotency_keys_keep_storage after insert or update of answer or delete on idempotency_keys
  for each row execute function store_answer();
comment on trigger idempotency_keys_keep_storage on idempotency_keys is
  'The bytes of a member include the long answers that are kept for them.';
