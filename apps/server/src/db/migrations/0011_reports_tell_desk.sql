-- Reports reach the open desks as they happen, and leave them when another admin has closed them.

create function tell_desk_of_report() returns trigger language plpgsql as $$
begin
  perform pg_notify('desk', new.content_id::text);
  return null;
end $$;
create trigger reports_tell_desk after insert or update of reason, closed_at on reports
  for each row execute function tell_desk_of_report();
