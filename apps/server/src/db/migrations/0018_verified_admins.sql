-- Who hears of a post that waits for review (nextRecipients in modules/notice-delivery): without this index each such post
-- would read all members.
create index verified_admins on users (id) where role = 'Admin' and verified_at is not null;
