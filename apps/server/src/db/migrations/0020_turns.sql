-- Work that waits is done in the turns of those who caused it (docs/rules.md#d96).

-- In whose turn a mail or a push is sent: of a notice to many its sender ("member 7"), of a digest the site ("site"), of all
-- else its recipient.
alter table mails add column sender text;
update mails set sender = recipient;
alter table mails alter column sender set not null;
create index mails_of_sender on mails (sender, due_at, id) where sent_at is null and given_up_at is null;

alter table pushes add column sender text;
update pushes set sender = 'member ' || coalesce(except_id, (select user_id from audiences where audiences.id = audience_id))
from notifications where notifications.id = notification_id;
alter table pushes alter column sender set not null;
create index pushes_of_sender on pushes (sender, due_at, id);
drop index pushes_due;

-- The author who linked to it first.
alter table links add column owner_id bigint references users;
update links set owner_id = (
  select min(content.author_id) from item_links join content on content.id = content_id where link_id = links.id);
create index links_of_owner on links (owner_id, next_ask_at);
drop index links_due;
create index links_due on links (next_ask_at, owner_id);
drop index links_of_host;

drop index media_without_renditions;
create index media_without_renditions on media (owner_id, key)
  where rendition_widths is null and rendition_of is null and erased_at is null and type in ('image/jpeg', 'image/png');
