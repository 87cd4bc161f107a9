-- What lets the ledger's verifier notice more: which row is the newest about an item, and how a search column is made.

alter table content
  -- the newest ledger row about the item, so that one that is taken away leaves a trace
  add column last_decision bigint constraint content_last_decision_exists references ledger (seq);

update content set last_decision = newest.seq
from (select content_id, max(seq) as seq from ledger group by content_id) newest
where newest.content_id = content.id;

create function note_decision() returns trigger language plpgsql as $$
begin
  update content set last_decision = new.seq where id = new.content_id;
  -- Whoever remembers the chain's head outside the database has a newer one to remember.
  perform pg_notify('ledger', '');
  return null;
end $$;
create trigger ledger_notes_decision after insert on ledger
  for each row execute function note_decision();

-- One statement of it: the trigger below writes what it says, and the verifier compares with it.
create function published_search_of(title text, body text) returns tsvector language sql immutable parallel safe as $$
  select setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', left(body, 20000)), 'D')
$$;

create or replace function follow_published_revision() returns trigger language plpgsql as $$
begin
  -- The lock makes this wait for an admin who is moving the category's items elsewhere.
  select coalesce(categories.moved_to, categories.id) into new.published_category_id
  from revisions join categories on categories.id = revisions.category_id
  where revisions.id = new.published_revision_id for key share of categories;
  select content_type, title, published_search_of(title, body)
  into new.published_content_type, new.published_title, new.published_search
  from revisions where id = new.published_revision_id;
  return new;
end $$;
