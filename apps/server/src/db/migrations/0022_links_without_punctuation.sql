-- The lists of links were read while an address took the punctuation behind it: each is read again.
insert into link_queue select id from content where published_revision_id is not null on conflict do nothing;
