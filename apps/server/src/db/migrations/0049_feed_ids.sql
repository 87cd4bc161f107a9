-- What the ids in Atom feeds are made of, once for all: another PUBLIC_URL leaves them as they are. A site that has
-- published nothing yet gets a random name. For any other, whose ids readers' programs know, its next start stores
-- PUBLIC_URL, of which they were made until now.
create table feed_ids (
  id boolean primary key default true check (id),
  base text not null check (octet_length(base) between 1 and 2000)
);
insert into feed_ids (base) select gen_random_uuid() where not exists (select from content where published_at is not null);
