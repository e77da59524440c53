-- Second factors, passkeys and connections. Their rows are deleted with the account.

-- An authenticator's secret is encrypted with a key derived from the site's secret. Without `confirmed_at`, the
-- authenticator is still being set up. `last_step`: the time step of the last code that was used, so no code works
-- twice.
create table authenticators (
  user_id uuid primary key references users (id) on delete cascade,
  sealed_secret bytea not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null
);

-- Recovery codes. Each works once; used ones are deleted.
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- `second-factor`: the ticket that a correct password returns, with which the code of the second factor is sent.
alter table account_tokens
  drop constraint account_tokens_purpose_check,
  add constraint account_tokens_purpose_check check (purpose in ('reset-password', 'verify-email', 'second-factor'));

create table passkeys (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, id),
  unique (user_id, credential_id)
);

-- A challenge that a passkey signs, once. `user_id` is null if the challenge is for signing in.
create table passkey_challenges (
  challenge_hash bytea primary key,
  user_id uuid references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_expires_at on passkey_challenges (expires_at);

-- Accounts at other sites with which members sign in here. `subject`: the other site's id for the person.
create table connections (
  user_id uuid not null references users (id) on delete cascade,
  provider text not null check (provider in ('github', 'google')),
  subject text not null,
  name text not null,
  created_at timestamptz not null,
  primary key (user_id, provider),
  unique (provider, subject)
);
