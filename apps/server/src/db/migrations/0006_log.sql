-- The ledger as a transparency log (docs/rules.md#public-log): each leaf is JSON without names or free text, in a Merkle tree
-- whose hashes are in tiles of 256.

create table ledger_leaves (
  -- 1, 2, 3, ... without a gap: a leaf's position in the tree is one less
  seq bigint primary key check (seq >= 1),
  -- the bytes that are hashed: RFC 8785 JSON. A leaf that is no decision has no row in the ledger.
  leaf text not null check (octet_length(leaf) between 1 and 65535),
  -- their SHA-256, which the next leaf names
  hash bytea not null unique check (octet_length(hash) = 32)
);
-- Leaves about the log itself: there are few.
create index ledger_leaves_notes on ledger_leaves (seq) where left(leaf, 11) <> '{"content":';
create trigger ledger_leaves_are_append_only before update or delete on ledger_leaves
  for each row execute function refuse_change();
comment on trigger ledger_leaves_are_append_only on ledger_leaves is 'What the log has said stays said.';

-- C2SP tlog-tiles: level 0 has the hashes of leaves, each other level those of the full tiles below (enterTree in
-- modules/ledger/log).
create table log_tiles (
  level smallint not null check (level between 0 and 7),
  index bigint not null check (index >= 0),
  hashes bytea not null check (octet_length(hashes) between 32 and 8192 and octet_length(hashes) % 32 = 0),
  primary key (level, index)
);
-- Hashes cannot be compressed.
alter table log_tiles alter column hashes set storage external;

-- The newest signed checkpoint of the log: one row, from the first signature on.
create table log_checkpoint (
  id boolean primary key default true check (id),
  -- C2SP tlog-checkpoint: origin, size and root, with the signatures
  note text not null check (octet_length(note) <= 65536),
  signed_at timestamptz(3) not null
);

-- Pages show the newest checkpoint ("log"), and of an item how many witnesses have seen its row N ("seen:N"). A log of a new
-- name, which no witness has seen, drops everything (writeCheckpoint in modules/ledger/log).
create trigger log_checkpoint_tells_readers after insert or update on log_checkpoint
  for each row execute function tell('shared_answers', 'log');
comment on trigger log_checkpoint_tells_readers on log_checkpoint is 'Pages show the newest checkpoint.';

-- The newest cosignature of each witness, and when to ask it again.
create table log_cosignatures (
  -- the witness's verifier key line
  witness text primary key check (octet_length(witness) <= 1024),
  -- the text that it signed (origin, size and root) and its signature line; both null until it has answered
  checkpoint text check (octet_length(checkpoint) <= 4096),
  line text check (octet_length(line) <= 4096),
  -- no instance asks it earlier
  ask_after timestamptz(3) not null,
  -- calls in a row that brought no signature
  failures integer not null default 0,
  check ((checkpoint is null) = (line is null))
);

-- A checkpoint's text is name, size and root, one a line.
create function tell_of_cosignature() returns trigger language plpgsql as $$
declare
  seen bigint := split_part(new.checkpoint, E'\n', 2)::bigint;
  before bigint := 0;
begin
  if tg_op = 'UPDATE' and split_part(old.checkpoint, E'\n', 1) = split_part(new.checkpoint, E'\n', 1) then
    before := split_part(old.checkpoint, E'\n', 2)::bigint;
  end if;
  perform tell_readers(array['log'] || array(select 'seen:' || seq from generate_series(before + 1, seen) seq limit 101));
  return null;
end $$;
create trigger log_cosignatures_tell_readers after insert or update of checkpoint on log_cosignatures
  for each row when (new.checkpoint is not null) execute function tell_of_cosignature();
comment on trigger log_cosignatures_tell_readers on log_cosignatures is 'Pages show how many witnesses have seen an approval.';
