-- What a member saved for later, what they opened, and how far they came (docs/rules.md#d136). Rows belong to the member
-- alone: no count or answer of others is made of them.

create table saved_items (
  user_id bigint not null references users,
  content_id bigint not null references content,
  saved_at timestamptz(3) not null,
  primary key (user_id, content_id)
);
create index saved_items_newest on saved_items (user_id, saved_at desc, content_id desc);

create table read_items (
  user_id bigint not null references users,
  content_id bigint not null references content,
  position double precision not null check (position between 0 and 1),
  seconds double precision check (seconds >= 0),
  read_at timestamptz(3) not null,
  primary key (user_id, content_id)
);
create index read_items_newest on read_items (user_id, read_at desc, content_id desc);
create index read_items_unfinished on read_items (user_id, read_at desc, content_id desc) where position < 0.97;

-- Switched off, nothing new is kept of what they open.
alter table users add column keeps_history boolean not null default true;
