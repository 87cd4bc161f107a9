-- When a comment is deleted, its notices go too (docs/rules.md#d160).

-- A withdrawn notice leaves its position empty, and the position counts as read, so that all other positions, watermarks
-- and counts stay the same.
alter table audience_members
  -- Withdrawn rows. Only audiences of one member have any.
  add column withdrawn integer not null default 0 check (withdrawn >= 0);

-- The comment that the notice is about; null for all other notices, and for old ones whose URL does not name the comment.
alter table notifications add column comment_id bigint;
update notifications set comment_id = comments.id from comments
where notifications.type = 'Comment' and notifications.url = '/posts/' || comments.content_id || '#comment-' || comments.id;
create index notifications_of_comment on notifications (comment_id) where comment_id is not null;

-- Locks audiences in the order of their ids, as all writers do, and after everything else that goes with the comment.
create function withdraw_notices() returns trigger language plpgsql as $$
declare
  told bigint[] := array(select notifications.id from gone join notifications on notifications.comment_id = gone.id);
begin
  if cardinality(told) = 0 then return null; end if;
  -- First: it waits for a process that is writing mails and pushes about them. None can begin after that.
  delete from notice_queue where notification_id = any(told);
  delete from mails where sent_at is null and given_up_at is null and once in (
    select 'notice ' || notifications.id || ' ' || audiences.user_id
    from notifications join audiences on audiences.id = audience_id where notifications.id = any(told));
  delete from pushes where notification_id = any(told);
  perform from notifications join audiences on audiences.id = audience_id
    join audience_members members on (members.user_id, members.audience_id) = (audiences.user_id, audiences.id)
  where notifications.id = any(told) order by members.audience_id for update of members;
  with withdrawn as (
    delete from notifications using audiences where notifications.id = any(told) and audiences.id = audience_id
    returning user_id, audience_id, position
  ), marked as (
    insert into notification_reads (user_id, audience_id, position)
    select user_id, audience_id, withdrawn.position
    from withdrawn join audience_members members using (user_id, audience_id)
    where withdrawn.position > members.read_position
    on conflict do nothing returning audience_id
  )
  update audience_members members set
    withdrawn = members.withdrawn + (select count(*) from withdrawn where audience_id = members.audience_id),
    read_above = members.read_above + (select count(*) from marked where audience_id = members.audience_id),
    changes = members.changes + 1
  where (members.user_id, members.audience_id) in (select user_id, audience_id from withdrawn);
  return null;
end $$;
create trigger comments_withdraw_notices after delete on comments
  referencing old table as gone for each statement execute function withdraw_notices();

-- As in 0047, and: notices name their comment.
create or replace function write_comment(
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
  -- Each row locks its audience until the commit (0007), so all writers lock them in one order.
  order by audiences.id;
end $$;
