-- How many posts of a member wait for review is limited (docs/rules.md#d161).
create index content_waiting_by_author on content (author_id) where pending_revision_id is not null;

-- A notice about a sender's posts changes while it grows: open lists show the newer words.
create trigger notifications_tell_of_change after update of message, sub_message on notifications
  for each row when ((old.message, old.sub_message) <> (new.message, new.sub_message)) execute function tell_of_notification();
