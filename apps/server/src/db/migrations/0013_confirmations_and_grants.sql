-- A grant that was taken away is remembered (docs/rules.md#d77): no link, reset or restart gives it back.
alter table users add column grant_revoked boolean not null default false;
update users set grant_revoked = true
where verified_at is null
  and exists (select from admin_actions where subject_id = users.id and kind = 'userUnverified');

-- In the database, so that no way of taking the grant away can forget it.
create function remember_revoked_grant() returns trigger language plpgsql as $$
begin
  new.grant_revoked := new.verified_at is null;
  return new;
end $$;
create trigger users_remember_revoked_grant before update of verified_at on users
  for each row when ((old.verified_at is null) <> (new.verified_at is null))
  execute function remember_revoked_grant();

-- Links that confirm an e-mail work once: those of confirmed accounts have been used.
delete from account_links using users
where users.id = account_links.user_id
  and account_links.purpose = 'confirmEmail'
  and users.email_confirmed_at is not null;

-- What a change of an account changed, old and new values in words; null where the kind says it all.
alter table admin_actions add column changes text check (length(changes) between 1 and 2000);

-- The text of a mail holds codes and links: it is stored encrypted, so that no log and no backup of the database shows
-- it. Mails that were queued before have theirs in `body`.
alter table mails
  add column sealed_text bytea check (octet_length(sealed_text) <= 100000),
  drop constraint mails_lose_their_body_at_the_end,
  add constraint mails_lose_their_text_at_the_end check (
    num_nonnulls(body, sealed_text) = case when sent_at is null and given_up_at is null then 1 else 0 end);
