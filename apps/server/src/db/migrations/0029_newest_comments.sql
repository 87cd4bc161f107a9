-- The newest comments of all items, from which the most discussed ones are counted (docs/rules.md#d115).
create index comments_newest on comments (created_at desc, content_id, author_id);
