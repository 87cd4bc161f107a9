-- Erasing an account (docs/rules.md#deletion-of-an-account).

-- A request is open until an admin decides (closed_at). Approved, it says when the account is erased; refused, why not. The
-- member may take either back, which deletes the row; erasing the account deletes it, too.
alter table deletion_requests
  -- what becomes of the posts and comments
  add column posts text not null default 'keep' check (posts in ('keep', 'withdraw')),
  add column erased_at timestamptz(3),
  add column refusal text check (length(refusal) between 1 and 2000),
  add constraint deletion_requests_have_one_end check (num_nonnulls(erased_at, refusal) <= 1),
  add constraint deletion_requests_end_closed check (num_nonnulls(erased_at, refusal) = 0 or closed_at is not null);
create index deletion_requests_by_user on deletion_requests (user_id, id desc);

-- The row of an erased account stays, because decisions, posts and comments name its id. It has no name and no email any more.
alter table users
  add column erased_at timestamptz(3),
  add column erased_posts text check (erased_posts in ('keep', 'withdraw')),
  add constraint users_erased_with_a_choice check ((erased_at is null) = (erased_posts is null)),
  add constraint users_erased_are_inactive check (erased_at is null or not active);
create index users_erased on users (id) where erased_at is not null;

-- What an erased member did is found by these.
create index ledger_by_reviewer on ledger (reviewer_id);
create index comments_by_author on comments (author_id);

-- As in 0014_counts.sql, without erased accounts.
create or replace function keep_user_counts() returns trigger language plpgsql as $$
declare
  was_user integer := case when old.id is not null and old.erased_at is null then 1 else 0 end;
  is_user integer := case when new.id is not null and new.erased_at is null then 1 else 0 end;
  was_member integer := case when old.role <> 'Admin' then was_user else 0 end;
  is_member integer := case when new.role <> 'Admin' then is_user else 0 end;
begin
  perform add_to_counts(
    array['users', 'members', 'users', 'members'], array[-was_user, -was_member, is_user, is_member]);
  -- An account keeps the day of its creation.
  if is_member > was_member then
    insert into member_days as kept (day, joined) values ((new.created_at at time zone 'UTC')::date, 1)
    on conflict (day) do update set joined = kept.joined + 1;
  elsif is_member < was_member then
    update member_days set joined = joined - 1 where day = (old.created_at at time zone 'UTC')::date;
  end if;
  return null;
end $$;
drop trigger users_keep_counts on users;
create trigger users_keep_counts after insert or delete or update of role, erased_at on users
  for each row execute function keep_user_counts();
comment on trigger users_keep_counts on users is
  'The users, members and days of joining are those of the rows that there are, but erased accounts.';

-- The salt names the reviewer of a leaf. Where it is destroyed, the commitment of the leaf stands in its place.
alter table ledger
  alter column reviewer_salt drop not null,
  add column reviewer_commitment bytea check (octet_length(reviewer_commitment) = 32),
  add constraint ledger_names_or_commits check ((reviewer_salt is null) = (reviewer_commitment is not null));

create function refuse_change_of_ledger() returns trigger language plpgsql as $$
declare
  named ledger := new;
begin
  if tg_op = 'UPDATE' and old.reviewer_salt is not null
    and new.reviewer_commitment = sha256(old.reviewer_salt || convert_to(old.reviewer_id::text, 'UTF8'))
    and exists (select from users where id = old.reviewer_id and erased_at is not null)
  then
    named.reviewer_salt := old.reviewer_salt;
    named.reviewer_commitment := null;
    if new.reviewer_salt is null and named is not distinct from old then return new; end if;
  end if;
  raise exception '% rows are never changed or deleted', tg_table_name using errcode = 'restrict_violation';
end $$;
drop trigger ledger_is_append_only on ledger;
create trigger ledger_is_append_only before update or delete on ledger
  for each row execute function refuse_change_of_ledger();
comment on trigger ledger_is_append_only on ledger is
  'A decision stays as its leaf in the log says; only the salt of an erased reviewer can be destroyed.';

-- Revisions of an erased member that nobody decided about go; a decision refers to its own.
create function refuse_change_of_revision() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (
    select from revisions join content on content.id = content_id join users on users.id = author_id
    where revisions.id = case tg_table_name when 'revisions' then to_jsonb(old) ->> 'id' else to_jsonb(old) ->> 'revision_id' end::bigint
      and erased_at is not null)
  then
    return old;
  end if;
  raise exception '% rows are never changed or deleted', tg_table_name using errcode = 'restrict_violation';
end $$;
drop trigger revisions_are_immutable on revisions;
create trigger revisions_are_immutable before update or delete on revisions
  for each row execute function refuse_change_of_revision();
comment on trigger revisions_are_immutable on revisions is
  'A wording that somebody may have read or reviewed stays as it is, unless its author is erased and nobody decided about it.';
drop trigger revision_files_are_immutable on revision_files;
create trigger revision_files_are_immutable before update or delete on revision_files
  for each row execute function refuse_change_of_revision();
comment on trigger revision_files_are_immutable on revision_files is
  'A revision keeps the pictures and captions that its hash covers.';

create or replace function store_revision() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform take_storage((select author_id from content where id = old.content_id), -stored_bytes(old));
  else
    perform take_storage((select author_id from content where id = new.content_id), stored_bytes(new));
  end if;
  return null;
end $$;
drop trigger revisions_keep_storage on revisions;
create trigger revisions_keep_storage after insert or delete on revisions
  for each row execute function store_revision();
comment on trigger revisions_keep_storage on revisions is
  'The bytes of a member include the texts of all their revisions.';
