-- The newest signed checkpoint of the log: one row, from the first signature on.
create table log_checkpoint (
  id boolean primary key default true check (id),
  -- C2SP tlog-checkpoint: origin, size and root, with the signatures
  note text not null check (octet_length(note) <= 65536),
  signed_at timestamptz(3) not null
);

-- Leaves about the log itself: there are few.
create index ledger_leaves_notes on ledger_leaves (seq) where left(leaf, 11) <> '{"content":';
