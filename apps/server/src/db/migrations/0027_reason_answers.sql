-- What an author answers to the reason of a flag. Like the reason it can be erased; the log has no part in it.
create table reason_answers (
  seq bigint primary key references ledger,
  answer text not null check (length(answer) between 1 and 2000),
  answered_at timestamptz(3) not null
);

-- The author's other screens show it, too.
create function tell_author_of_answer() returns trigger language plpgsql as $$
begin
  perform tell_readers(array_agg('work:' || content.author_id))
  from ledger join content on content.id = ledger.content_id
  where ledger.seq = coalesce(new.seq, old.seq);
  return null;
end $$;
create trigger reason_answers_tell_author after insert or update or delete on reason_answers
  for each row execute function tell_author_of_answer();
