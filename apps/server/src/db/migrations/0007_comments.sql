-- Comments and likes. Each is one statement and its own transaction: checks, row, counts (by their triggers),
-- notification and Idempotency-Key commit together.
--
-- A check that fails raises SQLSTATE ZC001 with an error code of the contract as its message, which undoes the whole
-- statement. plugins/idempotency.ts turns it into that error.

-- The first answers to calls with an Idempotency-Key. The transaction that does the call's work writes the row: both
-- are there, or neither.
create table idempotency_keys (
  user_id bigint not null references users on delete cascade,
  key text not null check (length(key) between 1 and 200),
  -- SHA-256 of the call: the same key may not stand for another
  call_hash bytea not null check (octet_length(call_hash) = 32),
  -- null only inside the transaction, until the work is done
  status smallint check (status between 200 and 299),
  answer text,
  created_at timestamptz(3) not null,
  primary key (user_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Claims a key, unless a call after `expired` has it: then returns the answer to that call. Waits for an open transaction
-- that has claimed the key. The same as claimKey in plugins/idempotency.repository.ts.
--
-- An answer is stored as the bytes that are sent, and holds what only the statement knows (an id, a name, a count). The
-- caller passes it with stand-ins, which the function replaces (plugins/idempotency.ts).
create function claim_key(
  member bigint, called text, hash bytea, at timestamptz, expired timestamptz,
  out first_status integer, out first_answer text
) language plpgsql as $$
declare
  first_hash bytea;
begin
  insert into idempotency_keys as kept (user_id, key, call_hash, status, answer, created_at)
  values (member, called, hash, null, null, at)
  on conflict (user_id, key) do update
    set call_hash = excluded.call_hash, status = null, answer = null, created_at = excluded.created_at
    where kept.created_at < expired;
  if found then return; end if;
  select kept.call_hash, kept.status, kept.answer into first_hash, first_status, first_answer
  from idempotency_keys kept where kept.user_id = member and kept.key = called;
  if first_hash is distinct from hash then
    raise exception 'key_in_use' using errcode = 'ZC001';
  end if;
  if first_status is null then raise exception 'a key was stored without its answer'; end if;
end $$;

-- Long answers take their member's storage for the day that they are kept. Short ones, as to a like, are bounded by the
-- limits and cost no write to the count.
create function stored_bytes(idempotency_keys) returns bigint language sql immutable as $$
  select greatest(coalesce(octet_length($1.answer), 0) - 4096, 0)
$$;
create function store_answer() returns trigger language plpgsql as $$
begin
  perform take_storage(new.user_id, stored_bytes(new) - case tg_op when 'UPDATE' then stored_bytes(old) else 0 end);
  return null;
end $$;
create trigger idempotency_keys_take_storage after insert on idempotency_keys
  for each row when (octet_length(new.answer) > 4096) execute function store_answer();
create trigger idempotency_keys_move_storage after update of answer on idempotency_keys
  for each row when (octet_length(new.answer) > 4096 or octet_length(old.answer) > 4096) execute function store_answer();

-- A sweep deletes the keys of many members, in the order of their ids.
create function free_answers() returns trigger language plpgsql as $$
declare
  freed record;
begin
  for freed in select user_id, sum(stored_bytes(gone::idempotency_keys)) as bytes from gone
    group by user_id order by user_id
  loop
    perform take_storage(freed.user_id, -freed.bytes::bigint);
  end loop;
  return null;
end $$;
create trigger idempotency_keys_free_storage after delete on idempotency_keys referencing old table as gone
  for each statement execute function free_answers();

create table likes (
  content_id bigint not null references content,
  user_id bigint not null references users,
  created_at timestamptz(3) not null default now(),
  primary key (content_id, user_id)
);
-- What a member liked lately moves up in their list.
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

-- Each process drops what it keeps in memory about the member.
create function tell_of_like() returns trigger language plpgsql as $$
begin
  perform pg_notify('likes_changed', coalesce(new.user_id, old.user_id)::text);
  return null;
end $$;
create trigger likes_tell_of_change after insert or delete on likes
  for each row execute function tell_of_like();

-- Likes a published item (`liked`), or takes the like back. A repeated call changes nothing.
create function write_like(
  item bigint, member bigint, liked boolean, at timestamptz,
  called text, hash bytea, expired timestamptz, answer_status integer, answer_form text, likes_stand_in text,
  out total integer, out first_status integer, out first_answer text
) language plpgsql as $$
begin
  -- docs/rules.md#d21
  if not exists (select from users where id = member and active) then
    raise exception 'session_ended' using errcode = 'ZC001';
  end if;
  if called is not null then
    select claimed.first_status, claimed.first_answer into first_status, first_answer
    from claim_key(member, called, hash, at, expired) claimed;
    if first_status is not null then return; end if;
  end if;
  if liked then
    insert into likes (content_id, user_id, created_at)
    select id, member, at from content where id = item and published_revision_id is not null
    on conflict do nothing;
  else
    delete from likes where content_id = item and user_id = member;
  end if;
  -- Read after the write, which waits for a concurrent decision about the item.
  select content.likes into total from content where id = item and published_revision_id is not null;
  if not found then raise exception 'content_not_found' using errcode = 'ZC001'; end if;
  if called is not null then
    update idempotency_keys set status = answer_status, answer = replace(answer_form, likes_stand_in, total::text)
    where user_id = member and key = called;
  end if;
end $$;

create table comments (
  id bigint generated by default as identity primary key,
  content_id bigint not null references content,
  author_id bigint not null references users,
  body text not null check (length(body) between 1 and 4000),
  body_html text not null,
  -- The comment at the head of the thread, on the same item; write_comment checks that. Answers outlive it.
  reply_to bigint references comments on delete set null,
  created_at timestamptz(3) not null default now(),
  edited_at timestamptz(3)
);
create index comments_by_content on comments (content_id, created_at desc, id desc);
create index comments_by_thread on comments (reply_to) where reply_to is not null;
-- The newest comments of all items, from which Cairn counts the most discussed ones (docs/rules.md#d115).
create index comments_newest on comments (created_at desc, content_id, author_id);

create table comment_mentions (
  comment_id bigint not null references comments on delete cascade,
  user_id bigint not null references users on delete cascade,
  primary key (comment_id, user_id)
);
create index comment_mentions_by_user on comment_mentions (user_id);

create function keep_comment_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update content set comments = comments + 1 where id = new.content_id;
  else
    update content set comments = comments - 1 where id = old.content_id;
  end if;
  return null;
end $$;
create trigger comments_keep_count after insert or delete on comments
  for each row execute function keep_comment_count();

create function tell_of_comments() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform tell_readers(array_agg('comments:' || content_id))
    from (select distinct content_id from old_rows limit 101) gone;
  else
    perform tell_readers(array_agg('comments:' || content_id))
    from (select distinct content_id from new_rows limit 101) said;
  end if;
  return null;
end $$;
create trigger comments_tell_readers_of_insert after insert on comments
  referencing new table as new_rows for each statement execute function tell_of_comments();
create trigger comments_tell_readers_of_update after update on comments
  referencing new table as new_rows for each statement execute function tell_of_comments();
create trigger comments_tell_readers_of_delete after delete on comments
  referencing old table as old_rows for each statement execute function tell_of_comments();

create function stored_bytes(comments) returns bigint language sql immutable as $$
  select 1000 + octet_length($1.body) + octet_length($1.body_html)
$$;
create function store_comment() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform take_storage(old.author_id, -stored_bytes(old)); end if;
  if tg_op <> 'DELETE' then perform take_storage(new.author_id, stored_bytes(new)); end if;
  return null;
end $$;
-- By its name after the one that counts the item's comments, and so locks the item.
create trigger comments_keep_storage after insert or update of author_id, body, body_html or delete on comments
  for each row execute function store_comment();

-- Writes a comment and notifies the member it answers, the members it mentions and the item's author, each once and never
-- the writer (docs/rules.md#d89). A notice's URL names the new comment in place of `id_stand_in`.
create function write_comment(
  item bigint, writer bigint, source text, html text, at timestamptz,
  thread bigint, answered bigint, mentioned bigint[],
  notice_type text, comment_words text, answer_words text, mention_words text, notice_action text, notice_url text,
  called text, hash bytea, expired timestamptz, answer_status integer, answer_form text, id_stand_in text, name_stand_in text,
  out comment_id bigint, out writer_name text, out first_status integer, out first_answer text
) language plpgsql as $$
declare
  item_author bigint;
  item_title text;
begin
  -- docs/rules.md#d21
  select name into writer_name from users where id = writer and active;
  if not found then raise exception 'session_ended' using errcode = 'ZC001'; end if;
  if called is not null then
    select claimed.first_status, claimed.first_answer into first_status, first_answer
    from claim_key(writer, called, hash, at, expired) claimed;
    if first_status is not null then return; end if;
  end if;
  if not exists (select from content where id = item and published_revision_id is not null) then
    raise exception 'content_not_found' using errcode = 'ZC001';
  end if;
  if thread is not null then
    perform from comments where id = thread and content_id = item for key share;
    if not found then raise exception 'comment_not_found' using errcode = 'ZC001'; end if;
  end if;
  insert into comments (content_id, author_id, body, body_html, created_at, reply_to)
  values (item, writer, source, html, at, thread) returning id into comment_id;
  if cardinality(mentioned) > 0 then
    insert into comment_mentions (comment_id, user_id) select write_comment.comment_id, unnest(mentioned);
  end if;
  -- The insert waits for a concurrent decision about the item, so the item may no longer be published.
  select author_id, published_title into item_author, item_title
  from content where id = item and published_revision_id is not null;
  if not found then raise exception 'content_not_found' using errcode = 'ZC001'; end if;
  if called is not null then
    update idempotency_keys set status = answer_status,
      answer = replace(replace(answer_form, to_json(name_stand_in)::text, to_json(writer_name)::text), id_stand_in, comment_id::text)
    where user_id = writer and key = called;
  end if;
  insert into notifications (audience_id, content_id, comment_id, type, message, sub_message, url, created_at)
  -- The action is the only pair of brackets (withAction in notifications/notices.ts).
  select audiences.id, item, write_comment.comment_id, notice_type, writer_name || reasons.words,
    translate(item_title, '[]', '()') || ' [' || notice_action || ']',
    replace(notice_url, id_stand_in, comment_id::text), at
  from (
    select distinct on (member) member, words from (
      select answered, 1, answer_words
      union all select unnest(mentioned), 2, mention_words
      union all select item_author, 3, comment_words
    ) as each_reason (member, rank, words)
    order by member, rank
  ) as reasons join audiences on audiences.user_id = reasons.member
  where reasons.member <> writer
  -- Each row locks its audience until the commit, so all writers lock them in one order.
  order by audiences.id;
end $$;

-- A report is about an item, or about one comment on it and then goes with the comment.
create table reports (
  id bigint generated by default as identity primary key,
  content_id bigint not null references content,
  comment_id bigint references comments on delete cascade,
  reporter_id bigint not null references users on delete cascade,
  reason text not null check (length(reason) between 1 and 2000),
  created_at timestamptz(3) not null,
  closed_at timestamptz(3),
  closed_by bigint references users,
  constraint reports_are_closed_by_somebody check ((closed_at is null) = (closed_by is null))
);
create index reports_open on reports (created_at, id) where closed_at is null;
create index reports_closed on reports (created_at desc, id desc) where closed_at is not null;
create index reports_by_comment on reports (comment_id) where comment_id is not null;
create unique index reports_open_once on reports (content_id, reporter_id, comment_id) nulls not distinct
  where closed_at is null;

-- Open desks show a report as it comes, and drop it when another admin has closed it.
create function tell_desk_of_report() returns trigger language plpgsql as $$
begin
  perform pg_notify('desk', new.content_id::text);
  return null;
end $$;
create trigger reports_tell_desk after insert or update of reason, closed_at on reports
  for each row execute function tell_desk_of_report();

create table deletion_requests (
  id bigint generated by default as identity primary key,
  user_id bigint not null references users on delete cascade,
  reason text check (length(reason) between 1 and 2000),
  created_at timestamptz(3) not null,
  -- when the account was deactivated
  closed_at timestamptz(3)
);
create unique index deletion_requests_open_once on deletion_requests (user_id) where closed_at is null;
create index deletion_requests_open on deletion_requests (created_at, id) where closed_at is null;
