-- Tokens of programs that use the API. Only a hash of the secret is stored. `used_on`: the day (UTC) of the last use.
create table api_tokens (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  token_hash bytea not null,
  name text not null,
  scopes text[] not null check (scopes <> '{}' and scopes <@ array['read', 'write', 'run']),
  daily_credits integer not null check (daily_credits >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_on date,
  primary key (user_id, id),
  unique (user_id, token_hash)
);
create index api_tokens_expires_at on api_tokens (expires_at);

-- Which token reserved the credits, and on which day (UTC): a token may spend a limited number of credits a day.
alter table credit_holds add column token_id uuid, add column token_day date;
create index credit_holds_token on credit_holds (user_id, token_id, token_day) where token_id is not null;
