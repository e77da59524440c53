-- The apps that ask for access by OAuth. `client_id`: the address of the app's document, or an id that we gave the app.
-- `metadata`: what the document or the registration said, as far as we use it (src/features/oauth/client-rules.ts).
create table oauth_clients (
  client_id text primary key,
  metadata jsonb not null,
  read_at timestamptz not null
);
create index oauth_clients_read_at on oauth_clients (read_at);

-- What a member allows an app. `resource`: the address at which its tokens work. `used_on`: the day (UTC) of the last use.
create table oauth_grants (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  client_id text not null references oauth_clients (client_id) on delete cascade,
  resource text not null,
  scopes text[] not null check (scopes <> '{}' and scopes <@ array['read', 'write']),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_on date
);
create index oauth_grants_user on oauth_grants (user_id, created_at);
create index oauth_grants_client on oauth_grants (client_id);
create index oauth_grants_expires_at on oauth_grants (expires_at);

-- The codes and tokens of a grant. Only a hash of the secret is stored. `used_at`: when a code or a refresh token, which
-- work once, was used.
create table oauth_tokens (
  token_hash bytea primary key,
  kind text not null check (kind in ('code', 'access', 'refresh')),
  grant_id uuid not null references oauth_grants (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  payload jsonb not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index oauth_tokens_grant on oauth_tokens (grant_id);
create index oauth_tokens_user on oauth_tokens (user_id);
create index oauth_tokens_expires_at on oauth_tokens (expires_at);

-- Requests for access that wait for the member's answer. They work only in the browser that has their cookie.
create table oauth_requests (
  id_hash bytea primary key,
  payload jsonb not null,
  expires_at timestamptz not null
);
create index oauth_requests_expires_at on oauth_requests (expires_at);
