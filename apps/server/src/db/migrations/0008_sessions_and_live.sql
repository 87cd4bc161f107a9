-- What every process has to hear of at once, whoever wrote it: ended sessions, changes of standing, the desk.
-- Notices that are equal are sent once for each transaction, when it commits, in the order of the commits.

-- The browser as it named itself when it signed in: shown to its member, never trusted.
alter table sessions add column user_agent text check (length(user_agent) between 1 and 200);

create function tell_ended_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('sessions_ended', old.id::text);
  return null;
end $$;
create trigger sessions_tell_end after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null) execute function tell_ended_session();
create trigger sessions_tell_deletion after delete on sessions
  for each row when (old.ended_at is null) execute function tell_ended_session();

create function tell_changed_account() returns trigger language plpgsql as $$
begin
  perform pg_notify('accounts_changed', old.id::text);
  return null;
end $$;
create trigger users_tell_standing after update of role, verified_at, active on users
  for each row when (old.role <> new.role or old.active <> new.active
    or (old.verified_at is null) <> (new.verified_at is null))
  execute function tell_changed_account();
create trigger users_tell_deletion after delete on users
  for each row execute function tell_changed_account();

create function tell_desk() returns trigger language plpgsql as $$
begin
  perform pg_notify('desk', new.id::text);
  return null;
end $$;
create trigger content_tells_desk_arrival after insert on content
  for each row when (new.pending_revision_id is not null) execute function tell_desk();
create trigger content_tells_desk after update of status, pending_revision_id on content
  for each row when (old.status <> new.status or old.pending_revision_id is distinct from new.pending_revision_id)
  execute function tell_desk();

create function tell_desk_of_claim() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform pg_notify('desk', old.content_id::text);
  else
    perform pg_notify('desk', new.content_id::text);
  end if;
  return null;
end $$;
-- A claim that is prolonged is told as well: whoever saw it run out would take the item for free.
create trigger claims_tell_desk after insert or update or delete on content_claims
  for each row execute function tell_desk_of_claim();
