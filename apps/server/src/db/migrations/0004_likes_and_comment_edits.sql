-- Likes, comments changed by their authors, and the first answers to calls that carried an Idempotency-Key.

alter table comments add column edited_at timestamptz(3);

create table likes (
  content_id bigint not null references content,
  user_id bigint not null references users,
  created_at timestamptz(3) not null default now(),
  primary key (content_id, user_id)
);
-- what a member liked lately has its place in their list
create index likes_by_user on likes (user_id, created_at desc, content_id desc);

create function keep_like_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update content set likes = likes + 1 where id = new.content_id;
  else
    update content set likes = likes - 1 where id = old.content_id;
  end if;
  return null;
end $$;
create trigger likes_keep_count after insert or delete on likes
  for each row execute function keep_like_count();

-- A row is written by the transaction that does the call's work: both are there, or neither.
create table idempotency_keys (
  user_id bigint not null references users on delete cascade,
  key text not null check (length(key) between 1 and 200),
  -- SHA-256 of what was asked: the same key may not stand for anything else
  call_hash bytea not null check (octet_length(call_hash) = 32),
  -- null only inside the transaction, until the work is done
  status smallint check (status between 200 and 299),
  answer text,
  created_at timestamptz(3) not null,
  primary key (user_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
