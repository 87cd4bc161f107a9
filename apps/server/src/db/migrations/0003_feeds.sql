-- The last good copy of each outside feed (D33): it outlives restarts and travels with backups.

create table feed_copies (
  source text primary key check (source in ('videos', 'articles')),
  -- SHA-256 of the configured address, so that a copy is never shown for another feed than the one it came from
  address_hash bytea not null check (octet_length(address_hash) = 32),
  fetched_at timestamptz(3) not null,
  -- null: the last refresh went well
  failing_since timestamptz(3),
  -- the items, checked and cleaned when they came in
  payload jsonb not null
);
