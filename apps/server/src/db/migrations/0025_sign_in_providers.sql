-- Any number of providers. A subject at an issuer is one member, whatever key the settings have for that issuer
-- (docs/rules.md#sign-in-by-a-provider).
alter table provider_accounts
  drop constraint provider_accounts_provider_check,
  add constraint provider_accounts_provider_check check (provider ~ '^[a-z0-9]{1,20}$'),
  drop constraint provider_accounts_pkey,
  add primary key (issuer, subject);
alter table provider_attempts
  drop constraint provider_attempts_provider_check,
  add constraint provider_attempts_provider_check check (provider ~ '^[a-z0-9]{1,20}$');
