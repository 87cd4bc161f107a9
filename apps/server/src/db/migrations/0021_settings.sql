-- What the site's admins decide about it (docs/rules.md#settings): one row.
create table site_settings (
  id boolean primary key default true check (id),
  -- rises with every change
  version integer not null default 0,
  name text not null default 'Cairn' check (length(name) between 1 and 80),
  tagline text not null default 'Verified tech wisdom, from people who walked the trail before you.'
    check (length(tagline) <= 320),
  accent text not null default '#06546a' check (accent ~ '^#[0-9a-f]{6}$'),
  -- the version that brought the logo; null: none
  logo_version integer,
  -- its width by its height
  logo_ratio double precision check (logo_ratio > 0),
  check ((logo_version is null) = (logo_ratio is null)),
  joining text not null default 'open' check (joining in ('open', 'domains', 'approval', 'invitation')),
  domains text[] not null default '{}' check (cardinality(domains) <= 50),
  audience text not null default 'everyone' check (audience in ('everyone', 'members')),
  captions_required boolean not null default false,
  groups jsonb not null default '[]' check (jsonb_typeof(groups) = 'array')
);
insert into site_settings default values;

create trigger site_settings_tell_settings after update on site_settings
  for each row execute function tell('shared_answers', 'settings');
comment on trigger site_settings_tell_settings on site_settings is
  'Every process works by the new settings at once.';

-- The logo in the forms that pages, devices and cards need, as PNGs of some kilobytes each.
create table site_logo (
  form text primary key check (form in ('logo', 'icon-180', 'icon-192', 'icon-512', 'maskable-512')),
  picture bytea not null check (octet_length(picture) between 1 and 2000000)
);
