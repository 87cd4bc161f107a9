-- An article's code runs in browsers only (docs/rules.md#d207): a decision holds what the reviewer's browser saw of it.

-- What the server's own runs printed was charged to the authors.
select take_storage(author_id, -sum(stored_bytes(code_checks))::bigint)
from code_checks join revisions on revisions.id = revision_id join content on content.id = content_id
group by author_id;

drop trigger revisions_ask_for_checks on revisions;
drop trigger content_announces_checks on content;
drop function stored_bytes(code_checks);
drop table code_checks;
drop function ask_for_checks();
drop function announce_checks();
drop function tell_of_checks();
drop function store_checks();
drop function may_hold_checks(text);

delete from standing_reasons where kind = 'code';
alter table standing_reasons
  drop constraint standing_reasons_kind_check,
  add constraint standing_reasons_kind_check check (kind in ('label', 'links', 'review'));

-- What a reviewer's browser saw of the blocks that say "check", with an approval or a renewal. It is no part of the log. The
-- decision tells readers of the change.
create table code_checks (
  seq bigint primary key references ledger,
  -- [{"block": 1, "outcome": "passed"}, ...] for each such block; passed, failed or unrun
  outcomes jsonb not null check (jsonb_typeof(outcomes) = 'array')
);
create trigger code_checks_are_append_only before update or delete on code_checks
  for each row execute function refuse_change();
