-- As in 0022, and: a notice's address names the new comment in place of `id_stand_in` (docs/rules.md#d89). An address
-- without it, as an instance of the version before sends it, stays what it is.
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
  insert into notifications (audience_id, content_id, type, message, sub_message, url, created_at)
  -- The action is the only pair of brackets (withAction in notifications/notices.ts).
  select audiences.id, item, notice_type, writer_name || reasons.words,
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
