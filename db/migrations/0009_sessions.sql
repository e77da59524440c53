-- Credentials and sessions. Each primary key begins with `user_id`; tokens and passwords are stored only as hashes.
create table passwords (
  user_id uuid primary key references users (id) on delete cascade,
  hash text not null,
  changed_at timestamptz not null
);

-- `network`: the shortened IP address. `used_at`: when the session was last used.
create table sessions (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz not null,
  expires_at timestamptz not null,
  network text not null,
  browser text not null,
  primary key (user_id, id),
  unique (user_id, token_hash)
);
create index sessions_expires_at on sessions (expires_at);

-- Links in emails. Each works once. `email`: the address that the link was created for.
create table account_tokens (
  user_id uuid not null references users (id) on delete cascade,
  token_hash bytea not null,
  purpose text not null check (purpose in ('reset-password', 'verify-email')),
  email citext not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, token_hash)
);
create index account_tokens_expires_at on account_tokens (expires_at);

-- The account that owns the prompts of deleted accounts. Like the site account, it has no password.
insert into users (id, name, email, username, display_username)
values ('01900000-0000-7000-8000-000000000002', 'deleted-user', 'deleted-user@promptarium.invalid', 'deleted-user', 'deleted-user');
