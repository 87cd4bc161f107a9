-- Signing in by a provider (D24): whom a provider's subject is here, and sign-ins that are under way at one.

create table provider_accounts (
  provider text not null check (provider in ('google', 'github')),
  -- a subject means something at its issuer alone; the settings can name another one some day
  issuer text not null check (length(issuer) between 1 and 500),
  subject text not null check (length(subject) between 1 and 255),
  user_id bigint not null references users on delete cascade,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  primary key (provider, issuer, subject)
);
create index provider_accounts_by_user on provider_accounts (user_id);

-- Taken away by the first return of its own browser, whatever comes of that return.
create table provider_attempts (
  -- SHA-256 of the state that the provider sends back
  state_hash bytea primary key check (octet_length(state_hash) = 32),
  -- SHA-256 of the cookie of the browser that began
  browser_hash bytea not null check (octet_length(browser_hash) = 32),
  provider text not null check (provider in ('google', 'github')),
  -- PKCE: what proves to the provider that the code is exchanged by whoever asked for it
  code_verifier text not null check (length(code_verifier) between 43 and 128),
  -- comes back in the ID token, where the provider answers one
  nonce text not null check (length(nonce) between 20 and 128),
  created_at timestamptz(3) not null
);
create index provider_attempts_by_age on provider_attempts (created_at);
