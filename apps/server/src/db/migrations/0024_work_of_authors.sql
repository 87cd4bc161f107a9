-- The live line tells authors when the status or the counts of their items change: "work:ID" names the author among the
-- sources that a statement changed (events/changes.ts).
create or replace function tell_of_content() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (select count(*) from (select from new_rows limit 101) touched) > 100 then
      perform pg_notify('shared_answers', 'all');
      return null;
    end if;
    perform tell_readers(
      array_agg(case when (was.author_id, was.status, was.latest_revision, was.published_revision_id,
          was.pending_revision_id, was.published_at, was.published_category_id, was.last_decision, was.withdrawn_at)
        is distinct from (became.author_id, became.status, became.latest_revision, became.published_revision_id,
          became.pending_revision_id, became.published_at, became.published_category_id, became.last_decision, became.withdrawn_at)
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
        then 'list' end))
    from old_rows was join new_rows became using (id);
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
