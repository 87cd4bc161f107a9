-- By which provider the member signed in, to sign out there too (docs/rules.md#logout).
alter table sessions add column provider text check (provider ~ '^[a-z0-9]{1,20}$');
-- Groups at a provider give roles here (docs/rules.md#roles-by-groups).
alter table provider_accounts
  -- What the groups gave last; null: nothing.
  add column group_role text check (group_role in ('User', 'TechWriter', 'Admin'));
-- By which the provider is asked again, while the session lasts.
create table provider_sessions (
  session_id uuid primary key references sessions on delete cascade,
  provider text not null check (provider ~ '^[a-z0-9]{1,20}$'),
  issuer text not null,
  subject text not null,
  -- encrypted
  refresh_token bytea not null,
  checked_at timestamptz(3) not null,
  foreign key (issuer, subject) references provider_accounts on delete cascade
);
create index provider_sessions_by_account on provider_sessions (issuer, subject);
