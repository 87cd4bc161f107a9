-- What the last failed try of a mail said, for the operator; null after none.
alter table mails add column failure text check (length(failure) <= 300);
-- Members whose address their mail server refused for good.
create index users_mail_refused on users (id) where mail_refused_at is not null;
