-- What a member writes takes their storage as their files do (docs/rules.md#d78): every revision, what its code printed,
-- comments, and for a day the long answers that are kept under Idempotency-Keys. The site's storage stays that of files.

-- A row takes about a thousand bytes beside its text, with its places in the indexes.
create function stored_bytes(revisions) returns bigint language sql immutable as $$
  select 1000 + octet_length($1.title) + octet_length($1.body) + octet_length($1.body_html)
$$;
create function stored_bytes(comments) returns bigint language sql immutable as $$
  select 1000 + octet_length($1.body) + octet_length($1.body_html)
$$;
create function stored_bytes(code_checks) returns bigint language sql immutable as $$
  select octet_length($1.results::text) - octet_length('[]')
$$;
-- Short answers, as to a like, are gone after a day and bounded by the limits: they cost no write to the count.
create function stored_bytes(idempotency_keys) returns bigint language sql immutable as $$
  select greatest(coalesce(octet_length($1.answer), 0) - 4096, 0)
$$;

-- The member's row is locked after the item's and before the counts of items (`hold` in storage.service.ts): two
-- transactions never wait for one another.
create function take_storage(member bigint, taken bigint) returns void language sql as $$
  insert into member_storage as kept (user_id, bytes) select member, taken where taken <> 0
  on conflict (user_id) do update set bytes = kept.bytes + excluded.bytes
$$;

create function store_revision() returns trigger language plpgsql as $$
begin
  perform take_storage((select author_id from content where id = new.content_id), stored_bytes(new));
  return null;
end $$;
create trigger revisions_take_storage after insert on revisions for each row execute function store_revision();

create function store_checks() returns trigger language plpgsql as $$
begin
  perform take_storage(content.author_id, stored_bytes(new) - stored_bytes(old))
  from revisions join content on content.id = revisions.content_id where revisions.id = new.revision_id;
  return null;
end $$;
create trigger code_checks_take_storage after update of results on code_checks
  for each row execute function store_checks();

create function store_comment() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform take_storage(old.author_id, -stored_bytes(old)); end if;
  if tg_op <> 'DELETE' then perform take_storage(new.author_id, stored_bytes(new)); end if;
  return null;
end $$;
-- By its name after the one that counts the item's comments, and so locks the item.
create trigger comments_take_storage after insert or update of author_id, body, body_html or delete on comments
  for each row execute function store_comment();

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

select take_storage(user_id, sum(bytes)::bigint) from (
  select content.author_id as user_id, stored_bytes(revisions) as bytes
  from revisions join content on content.id = revisions.content_id
  union all select content.author_id, stored_bytes(code_checks)
  from code_checks join revisions on revisions.id = code_checks.revision_id
    join content on content.id = revisions.content_id
  union all select author_id, stored_bytes(comments) from comments
  union all select user_id, stored_bytes(idempotency_keys) from idempotency_keys
) as texts group by user_id;
