-- Reviews: each decision is a row of the ledger and a leaf of the log. Then what the review desk works with, and how
-- long a verification holds.

create table ledger (
  -- its leaf's number: 1, 2, 3, ...; a leaf that is no decision leaves a gap
  seq bigint primary key check (seq >= 1),
  content_id bigint not null references content,
  revision_id bigint not null,
  revision_number integer not null,
  revision_hash bytea not null check (octet_length(revision_hash) = 32),
  media_hash bytea check (octet_length(media_hash) = 32),
  decision text not null,
  reviewer_id bigint not null references users,
  -- SHA-256(salt || reason); decision_reasons has both
  reason_commitment bytea check (octet_length(reason_commitment) = 32),
  decided_at timestamptz(3) not null,
  -- unique: the chain cannot fork
  previous_hash bytea not null constraint ledger_is_a_chain unique check (octet_length(previous_hash) = 32),
  hash bytea not null unique check (octet_length(hash) = 32),
  constraint ledger_decision_check check (
    decision in ('approved', 'flagged', 'removed', 'withdrawn', 'reaffirmed', 'superseded', 'reinstated')
  ),
  constraint ledger_flag_has_reason check (decision <> 'flagged' or reason_commitment is not null),
  constraint ledger_revision_of_content foreign key (content_id, revision_id) references revisions (content_id, id),
  constraint ledger_row_has_leaf foreign key (seq) references ledger_leaves (seq),
  constraint ledger_decision_key unique (seq, revision_id, decision)
);
create index ledger_by_content on ledger (content_id, seq desc);
-- The desk's activity is the ledger and admin_actions, by time.
create index ledger_by_time on ledger (decided_at desc, seq desc);
create trigger ledger_is_append_only before update or delete on ledger
  for each row execute function refuse_change();

alter table content
  add constraint content_published_is_approved
    foreign key (published_review, published_revision_id, published_decision)
    references ledger (seq, revision_id, decision),
  add constraint content_last_decision_exists foreign key (last_decision) references ledger (seq);

create function note_decision() returns trigger language plpgsql as $$
begin
  update content set last_decision = new.seq where id = new.content_id;
  return null;
end $$;
create trigger ledger_notes_decision after insert on ledger
  for each row execute function note_decision();

create function tell_of_decisions() returns trigger language plpgsql as $$
begin
  perform tell_readers(array['ledger']);
  return null;
end $$;
create trigger ledger_tells_readers after insert on ledger
  for each statement execute function tell_of_decisions();

-- A reason can be erased: its row is deleted, and the leaf still fits, because it holds the commitment only.
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

-- What a reviewer writes to the author with an approval. It is no part of the log and can be erased.
create table approval_notes (
  seq bigint primary key references ledger,
  note text not null check (length(note) between 1 and 2000)
);
create trigger approval_notes_are_immutable before update on approval_notes
  for each row execute function refuse_change();

-- What an author answers to the reason of a flag. It is no part of the log and can be erased.
create table reason_answers (
  seq bigint primary key references ledger,
  answer text not null check (length(answer) between 1 and 2000),
  answered_at timestamptz(3) not null
);

-- The author's other screens show the answer, too.
create function tell_author_of_answer() returns trigger language plpgsql as $$
begin
  perform tell_readers(array_agg('work:' || content.author_id))
  from ledger join content on content.id = ledger.content_id
  where ledger.seq = coalesce(new.seq, old.seq);
  return null;
end $$;
create trigger reason_answers_tell_author after insert or update or delete on reason_answers
  for each row execute function tell_author_of_answer();

-- Which admin is reading an item at the desk: one at a time, and a claim ends by itself.
create table content_claims (
  content_id bigint primary key references content,
  admin_id bigint not null references users on delete cascade,
  expires_at timestamptz(3) not null
);

-- Desks hear of a longer claim, too: otherwise they would show the item as free when the old time ends.
create trigger claims_tell_desk after insert or update or delete on content_claims
  for each row execute function tell_desk();

create table admin_actions (
  id bigint generated by default as identity primary key,
  admin_id bigint not null references users,
  kind text not null,
  -- the account or category, and its name then
  subject_id bigint not null,
  subject text not null,
  -- old and new values in words; null where the kind says it all
  changes text check (length(changes) between 1 and 2000),
  done_at timestamptz(3) not null
);
create index admin_actions_by_time on admin_actions (done_at desc, id desc);

-- How long a verification holds, and why an item is no longer simply verified (docs/rules.md#d86). The standing is
-- computed when somebody asks for it: no row changes because time passes.

-- A reason of the kind review makes the item due, any other makes it outdated, from its instant on.
create table standing_reasons (
  content_id bigint not null references content,
  kind text not null check (kind in ('label', 'links', 'code', 'review')),
  -- what it is about, e.g. the label; one reason for each
  subject text not null default '',
  text text not null check (char_length(text) between 1 and 2000),
  since timestamptz(3) not null,
  primary key (content_id, kind, subject)
);

create function tell_of_reasons() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform tell_readers(array_agg('item:' || content_id))
    from (select distinct content_id from old_rows limit 101) gone;
  else
    perform tell_readers(array_agg('item:' || content_id))
    from (select distinct content_id from new_rows limit 101) given;
  end if;
  return null;
end $$;
create trigger standing_reasons_tell_readers_of_insert after insert on standing_reasons
  referencing new table as new_rows for each statement execute function tell_of_reasons();
create trigger standing_reasons_tell_readers_of_update after update on standing_reasons
  referencing new table as new_rows for each statement execute function tell_of_reasons();
create trigger standing_reasons_tell_readers_of_delete after delete on standing_reasons
  referencing old table as old_rows for each statement execute function tell_of_reasons();

-- Labels of published revisions; begin_standing writes them.
create table published_labels (
  label text not null,
  content_id bigint not null references content,
  primary key (label, content_id)
);
create index published_labels_by_content on published_labels (content_id);

create table ended_labels (
  label text primary key check (char_length(label) between 1 and 40),
  ended_on date not null
);

create function text_of_end(label text, ended_on date) returns text language sql as $$
  select 'End of ' || label || ': ' || to_char(ended_on, 'FMDD FMMonth YYYY')
$$;
create function spread_end_of_label() returns trigger language plpgsql as $$
begin
  insert into standing_reasons (content_id, kind, subject, text, since)
  select content_id, 'label', label, text_of_end(new.label, new.ended_on), new.ended_on::timestamp at time zone 'UTC'
  from published_labels where label = new.label
  on conflict (content_id, kind, subject) do update set text = excluded.text, since = excluded.since;
  perform tell_readers(array['labels']);
  return null;
end $$;
create trigger ended_labels_spread after insert or update on ended_labels
  for each row execute function spread_end_of_label();

-- A newly approved revision has no reasons, except for the versions it names that have ended.
create function begin_standing() returns trigger language plpgsql as $$
begin
  delete from published_labels where content_id = new.id;
  if new.published_revision_id is null then
    return null;
  end if;
  insert into published_labels (label, content_id)
  select distinct label, new.id from revisions, unnest(applies_to) label where revisions.id = new.published_revision_id;
  delete from standing_reasons where content_id = new.id;
  insert into standing_reasons (content_id, kind, subject, text, since)
  select new.id, 'label', label, text_of_end(label, ended_on), ended_on::timestamp at time zone 'UTC'
  from published_labels join ended_labels using (label) where content_id = new.id;
  return null;
end $$;
create trigger content_begins_standing after update of published_revision_id on content
  for each row when (old.published_revision_id is distinct from new.published_revision_id)
  execute function begin_standing();
create trigger content_begins_with_standing after insert on content
  for each row when (new.published_revision_id is not null) execute function begin_standing();

-- An author's word that the published revision still holds. It counts until the next approval or renewal.
create table still_true (
  content_id bigint primary key references content,
  revision_number integer not null,
  note text check (char_length(note) between 1 and 2000),
  said_at timestamptz(3) not null
);

-- The end date about which Cairn asked an author whether the item still holds.
create table asked_authors (
  content_id bigint primary key references content,
  good_until timestamptz(3) not null
);
