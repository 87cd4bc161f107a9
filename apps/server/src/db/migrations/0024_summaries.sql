-- What its author wrote for cards, feeds and descriptions, in place of the excerpt (docs/rules.md#d157); empty: nothing, and
-- then the hash does not cover it.
alter table revisions add column summary text not null default '' check (length(summary) <= 300);
