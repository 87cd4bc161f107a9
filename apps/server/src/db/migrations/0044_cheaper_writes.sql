-- What every comment, like and approval runs inside its statement, with fewer statements of its own; nothing else changes.

-- As in migration 0016. Only where there are many sources does it matter how many differ.
create or replace function tell_readers(sources text[]) returns void language plpgsql as $$
declare
  told text[] := array_remove(sources, null);
begin
  if cardinality(told) > 100 then
    told := array(select distinct source from unnest(told) source);
  end if;
  if cardinality(told) > 100 then
    perform pg_notify('shared_answers', 'all');
  elsif cardinality(told) > 0 then
    perform pg_notify('shared_answers', array_to_string(told, ' '));
  end if;
end $$;

-- As in migration 0030. One statement reads the changed rows, of many no more than tell that there are too many.
create or replace function tell_of_content() returns trigger language plpgsql as $$
declare
  touched integer;
  sources text[];
  has_moved boolean;
begin
  if tg_op = 'UPDATE' then
    select count(*),
      array_agg(case when (was.author_id, was.status, was.latest_revision, was.published_revision_id,
          was.pending_revision_id, was.published_at, was.published_category_id, was.last_decision, was.withdrawn_at,
          was.verified_at, was.good_until, was.superseded_by)
        is distinct from (became.author_id, became.status, became.latest_revision, became.published_revision_id,
          became.pending_revision_id, became.published_at, became.published_category_id, became.last_decision, became.withdrawn_at,
          became.verified_at, became.good_until, became.superseded_by)
        then 'item:' || became.id end)
      || array_agg(case when (was.likes, was.comments) is distinct from (became.likes, became.comments)
        then 'counts:' || became.id end)
      || array_agg(case when (was.status, was.latest_revision, was.published_revision_id, was.pending_revision_id,
          was.last_decision, was.withdrawn_at, was.likes, was.comments)
        is distinct from (became.status, became.latest_revision, became.published_revision_id, became.pending_revision_id,
          became.last_decision, became.withdrawn_at, became.likes, became.comments)
        then 'work:' || became.author_id end)
      || array_agg(case when (was.author_id, was.published_revision_id, was.published_at, was.published_category_id)
        is distinct from (became.author_id, became.published_revision_id, became.published_at, became.published_category_id)
        then 'list' end),
      bool_or((was.published_revision_id is null) <> (became.published_revision_id is null))
    into touched, sources, has_moved
    from (select * from new_rows limit 101) became join old_rows was using (id);
    if touched > 100 then
      perform pg_notify('shared_answers', 'all');
      return null;
    end if;
    perform tell_readers(sources);
    if has_moved then
      perform tell_readers(array_agg('item:' || id))
      from (select content.id from new_rows became join content on content.superseded_by = became.id limit 101) replaced;
    end if;
  elsif tg_op = 'INSERT' then
    perform tell_readers(array_agg('item:' || id) || array_agg('work:' || author_id)
      || array_agg(case when published_revision_id is not null then 'list' end))
    from (select id, author_id, published_revision_id from new_rows limit 101) added;
  else
    perform tell_readers(array_agg('item:' || id) || array_agg('work:' || author_id)
      || array_agg(case when published_revision_id is not null then 'list' end))
    from (select id, author_id, published_revision_id from old_rows limit 101) gone;
  end if;
  return null;
end $$;

-- Wakes who runs code only where the revision has some.
drop trigger content_announces_checks on content;
create or replace function announce_checks() returns trigger language plpgsql as $$
begin
  if exists (select from code_checks where revision_id in (new.pending_revision_id, new.published_revision_id)) then
    perform pg_notify('code_checks', '');
  end if;
  return null;
end $$;
create trigger content_announces_checks after update of pending_revision_id, published_revision_id on content
  for each row execute function announce_checks();
