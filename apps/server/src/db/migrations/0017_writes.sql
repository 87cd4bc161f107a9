-- Comments and likes, each written by one statement that is its own transaction: checks, row, counters (by their
-- triggers), notification and Idempotency-Key commit together.
--
-- A check that fails raises SQLSTATE ZC001 with an error code of the contract as its message, which undoes the whole
-- statement. plugins/idempotency.ts turns it into that error.
--
-- A key's answer is stored as the bytes that are sent, which hold what only this statement knows (an id, a name, a
-- count). The caller sends them with stand-ins, which the function replaces (plugins/idempotency.ts).

-- Claims an Idempotency-Key, unless a call after `expired` has it: then answers what that call was answered. Waits for
-- an open transaction that has claimed the key. The same as claimKey in plugins/idempotency.repository.ts.
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

-- Adds a comment to a published item and notifies the item's author, unless they wrote it themselves. The notification
-- comes last: it holds its audience's lock until the commit (0007). `called` is null for a call without a key.
create function write_comment(
  item bigint, writer bigint, source text, html text, at timestamptz,
  notice_type text, notice_words text, notice_action text, notice_url text,
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
  insert into comments (content_id, author_id, body, body_html, created_at)
  values (item, writer, source, html, at) returning id into comment_id;
  -- The insert waits for a concurrent decision about the item, so the item may no longer be published.
  select author_id, published_title into item_author, item_title
  from content where id = item and published_revision_id is not null;
  if not found then raise exception 'content_not_found' using errcode = 'ZC001'; end if;
  if called is not null then
    update idempotency_keys set status = answer_status,
      answer = replace(replace(answer_form, to_json(name_stand_in)::text, to_json(writer_name)::text), id_stand_in, comment_id::text)
    where user_id = writer and key = called;
  end if;
  if item_author <> writer then
    insert into notifications (audience_id, content_id, type, message, sub_message, url, created_at)
    -- The action is the only pair of brackets (withAction in notifications/notices.ts).
    select id, item, notice_type, writer_name || notice_words,
      translate(item_title, '[]', '()') || ' [' || notice_action || ']', notice_url, at
    from audiences where user_id = item_author;
  end if;
end $$;

-- Likes a published item (`liked`), or takes the like back. Doing so again changes nothing.
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
