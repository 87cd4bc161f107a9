-- What processes keep in memory about a member is dropped by notices that name the member: 0016 tells of the account,
-- 0007 of what was read; here are likes and new notifications.

create function tell_of_like() returns trigger language plpgsql as $$
begin
  perform pg_notify('likes_changed', coalesce(new.user_id, old.user_id)::text);
  return null;
end $$;
create trigger likes_tell_of_change after insert or delete on likes
  for each row execute function tell_of_like();

-- 'notifications_changed' names the member, or says "all" where an audience has many.
create or replace function tell_of_notification() returns trigger language plpgsql as $$
begin
  perform pg_notify('notifications', new.id::text);
  perform pg_notify('notifications_changed',
    coalesce((select user_id::text from audiences where id = new.audience_id), 'all'));
  return null;
end $$;

-- Notifications no longer name a removed item.
create function tell_of_removal() returns trigger language plpgsql as $$
begin
  perform pg_notify('notifications_changed', 'all');
  return null;
end $$;
create trigger content_tells_of_removal after update on content
  for each row when ((old.status = 'Removed') <> (new.status = 'Removed')) execute function tell_of_removal();
