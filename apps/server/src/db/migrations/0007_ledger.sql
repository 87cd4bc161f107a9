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
  -- The leaf holds SHA-256(reviewer_salt || reviewer_id in decimal): what is in a signed log cannot be taken back
  -- (docs/rules.md#public-log).
  reviewer_salt bytea not null check (octet_length(reviewer_salt) = 32),
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
comment on trigger ledger_is_append_only on ledger is 'A decision stays as its leaf in the log says.';

alter table content
  add constraint content_published_is_approved
    foreign key (published_review, published_revision_id, published_decision)
    references ledger (seq, revision_id, decision),
  add constraint content_last_decision_exists foreign key (last_decision) references ledger (seq);

create trigger ledger_tells_readers after insert on ledger
  for each row execute function tell('shared_answers', 'ledger');
comment on trigger ledger_tells_readers on ledger is 'No kept answer lacks the newest decision.';

-- A reason can be erased: its row is deleted, and the leaf still fits, because it holds the commitment only.
create table decision_reasons (
  seq bigint primary key references ledger_leaves,
  salt bytea not null check (octet_length(salt) = 32),
  reason text not null check (length(reason) between 1 and 2000)
);
create trigger decision_reasons_are_immutable before update on decision_reasons
  for each row execute function refuse_change();
comment on trigger decision_reasons_are_immutable on decision_reasons is
  'A reason is the one to which its leaf commits, or none.';

create function tell_of_erased_reason() returns trigger language plpgsql as $$
begin
  perform tell_readers(array['ledger', (select 'item:' || content_id from ledger where seq = old.seq)]);
  return null;
end $$;
create trigger decision_reasons_tell_readers after delete on decision_reasons
  for each row execute function tell_of_erased_reason();
comment on trigger decision_reasons_tell_readers on decision_reasons is 'No kept answer shows a reason that was erased.';

-- What a reviewer writes to the author with an approval. It is no part of the log and can be erased.
create table approval_notes (
  seq bigint primary key references ledger,
  note text not null check (length(note) between 1 and 2000)
);
create trigger approval_notes_are_immutable before update on approval_notes
  for each row execute function refuse_change();
comment on trigger approval_notes_are_immutable on approval_notes is
  'What a reviewer told an author stays as it was, or is erased.';

-- What an author answers to the reason of a flag. It is no part of the log and can be erased.
create table reason_answers (
  seq bigint primary key references ledger,
  answer text not null check (length(answer) between 1 and 2000),
  answered_at timestamptz(3) not null
);

-- Which admin is reading an item at the desk: one at a time, and a claim ends by itself.
create table content_claims (
  content_id bigint primary key references content,
  admin_id bigint not null references users on delete cascade,
  expires_at timestamptz(3) not null
);

-- Desks hear of a longer claim, too: otherwise they would show the item as free when the old time ends.
create trigger content_claims_tell_desk after insert or update or delete on content_claims
  for each row execute function tell('desk', '{content_id}');
comment on trigger content_claims_tell_desk on content_claims is 'Open desks show who is reading an item.';

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

-- How long a verification holds, and why an item is no longer simply verified (docs/rules.md#standing). The standing is
-- computed when somebody asks for it: no row changes because time passes.

-- A reason of the kind review makes the item due, any other makes it outdated, from its instant on.
create table standing_reasons (
  content_id bigint not null references content,
  kind text not null check (kind in ('label', 'links', 'review')),
  -- what it is about, e.g. the label; one reason for each
  subject text not null default '',
  text text not null check (char_length(text) between 1 and 2000),
  since timestamptz(3) not null,
  primary key (content_id, kind, subject)
);

create trigger standing_reasons_tell_readers after insert or update or delete on standing_reasons
  for each row execute function tell('shared_answers', 'item:{content_id}');
comment on trigger standing_reasons_tell_readers on standing_reasons is 'No kept answer shows an item with a former standing.';

-- Labels of published revisions; followPublication in modules/content writes them.
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

-- What a reviewer's browser saw of the blocks of code that say "check" (docs/rules.md#no-code-on-the-server), with an approval or a renewal.
-- It is no part of the log. The decision tells readers of the change.
create table code_checks (
  seq bigint primary key references ledger,
  -- [{"block": 1, "outcome": "passed"}, ...] for each such block; passed, failed or unrun
  outcomes jsonb not null check (jsonb_typeof(outcomes) = 'array')
);
create trigger code_checks_are_append_only before update or delete on code_checks
  for each row execute function refuse_change();
comment on trigger code_checks_are_append_only on code_checks is 'What a reviewer saw of the code stays as they saw it.';
