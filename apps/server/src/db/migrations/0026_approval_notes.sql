-- What a reviewer tells the author of an item with an approval. The log has no part in it: a note can be erased.
create table approval_notes (
  seq bigint primary key references ledger,
  note text not null check (length(note) between 1 and 2000)
);
create trigger approval_notes_are_immutable before update on approval_notes
  for each row execute function refuse_change();
