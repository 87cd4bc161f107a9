-- The newest cosignature of each witness, and when to ask it again: one row a witness.
create table log_cosignatures (
  -- the witness's verifier key line
  witness text primary key check (octet_length(witness) <= 1024),
  -- the text that it signed, origin, size and root; with its signature line: both null until it has answered
  checkpoint text check (octet_length(checkpoint) <= 4096),
  line text check (octet_length(line) <= 4096),
  -- no instance asks it before
  ask_after timestamptz(3) not null,
  -- calls in a row that brought no signature
  failures integer not null default 0,
  check ((checkpoint is null) = (line is null))
);
