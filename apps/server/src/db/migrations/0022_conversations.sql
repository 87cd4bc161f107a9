-- Comments that answer another one and mention members, and reports about a comment (docs/rules.md#d89).

-- The comment at the head of the thread, on the same item; write_comment checks that. Answers outlive it.
alter table comments add column reply_to bigint references comments on delete set null;
create index comments_by_thread on comments (reply_to) where reply_to is not null;

create table comment_mentions (
  comment_id bigint not null references comments on delete cascade,
  user_id bigint not null references users on delete cascade,
  primary key (comment_id, user_id)
);
create index comment_mentions_by_user on comment_mentions (user_id);

-- What completes a name, and finds it in a comment.
create index active_users_by_name on users ((lower(name) collate "C"), id) where active;

-- A report is about the item, or about one comment on it and then ends with the comment.
alter table reports add column comment_id bigint references comments on delete cascade;
create index reports_by_comment on reports (comment_id) where comment_id is not null;
drop index reports_open_once;
create unique index reports_open_once on reports (content_id, reporter_id, comment_id) nulls not distinct
  where closed_at is null;

-- As in 0017, and: `thread` is the comment that the new one answers in the thread of, null for none; `answered` the
-- author of the one that was chosen; `mentioned` the members that the text names. Of several reasons each member is
-- notified for one: being answered, else being mentioned, else owning the item.
drop function write_comment;
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
  insert into notifications (audience_id, content_id, type, message, sub_message, url, created_at)
  -- The action is the only pair of brackets (withAction in notifications/notices.ts).
  select audiences.id, item, notice_type, writer_name || reasons.words,
    translate(item_title, '[]', '()') || ' [' || notice_action || ']', notice_url, at
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
