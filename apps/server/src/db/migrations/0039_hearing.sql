-- What members follow, and what is mailed to them (docs/rules.md#d137).

create table follows (
  user_id bigint not null references users,
  kind text not null check (kind in ('author', 'category', 'label', 'series')),
  subject text not null check (char_length(subject) between 1 and 40),
  followed_at timestamptz(3) not null,
  primary key (user_id, kind, subject)
);
-- Whom a new item is told to.
create index follows_of_subject on follows (kind, subject, user_id);

-- What differs from the defaults; those have no rows.
create table notice_choices (
  user_id bigint not null references users,
  what text not null check (what in ('replies', 'mentions', 'decisions', 'follows', 'renewals', 'desk')),
  mail text not null check (mail in ('never', 'now', 'daily', 'weekly')),
  primary key (user_id, what)
);
create index notice_choices_daily on notice_choices (user_id) where mail = 'daily';

-- The address was refused by its mail server: no notices are mailed there.
alter table users add column mail_refused_at timestamptz(3);

-- Notices whose mails are still to be made, in the background (modules/hearing): one row for each notice,
-- whatever the size of its audience.
create table notice_queue (
  notification_id bigint primary key references notifications on delete cascade,
  -- Members up to this id have theirs.
  after_user bigint not null default 0
);

create function queue_notice() returns trigger language plpgsql as $$
begin
  insert into notice_queue (notification_id) values (new.id);
  perform pg_notify('notices_queued', '');
  return null;
end $$;
create trigger notifications_are_queued after insert on notifications
  for each row execute function queue_notice();

-- How far the newest daily and weekly mails have come.
create table digest_runs (
  kind text primary key check (kind in ('daily', 'weekly')),
  -- The end of the time that they tell of.
  until timestamptz(3) not null,
  after_user bigint not null default 0,
  is_done boolean not null default false
);

alter table mails
  -- What must be mailed once, e.g. the weekly mail of a member and a week.
  add column once text,
  -- HTML and the address that unsubscribes, encrypted like the text and erased with it.
  add column sealed_extras bytea;
create unique index mails_once on mails (once) where once is not null;
