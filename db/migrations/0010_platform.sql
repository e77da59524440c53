-- The site's secrets, rate limits, emails, the audit log, and used captcha solutions.

-- Secrets, each created by the first process that needs it, so operators don't have to set any.
create table site_secrets (
  name text primary key,
  secret bytea not null,
  created_at timestamptz not null default now()
);

-- `points`: how many attempts were made within a time window. `key`: a hash of who made them. `expire`: the end of the
-- window, in ms since 1970. If the database crashes, the rows are lost, which only resets the limits.
create unlogged table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);

-- Emails, called letters in code and column names. Once an email has been sent or refused, its address and text are
-- deleted; its row stays, so that an email with the same `key` isn't sent again. Until `sending_until`, only the
-- process that is sending the email may send it.
create table letters (
  id uuid primary key,
  key text not null unique,
  recipient citext,
  subject text,
  body text,
  created_at timestamptz not null,
  sending_until timestamptz,
  sent_at timestamptz,
  refused_at timestamptz,
  check ((recipient is null) = (sent_at is not null or refused_at is not null))
);
create index letters_created_at on letters (created_at);
create index letters_recipient on letters (recipient) where recipient is not null;

-- Who did what. Rows are never changed, and deleted only when they are old. They contain ids of accounts but no names,
-- so no name outlives its account.
-- `actor_name`: if the system acted, which part of it did. `network`: the shortened IP address.
create table audit_log (
  id uuid primary key,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('user', 'visitor', 'system')),
  actor_id uuid,
  actor_name text,
  action text not null,
  target_kind text,
  target_id text,
  details jsonb not null default '{}',
  network text
);
create index audit_log_at on audit_log (at desc, id desc);
create index audit_log_actor on audit_log (actor_id, at desc, id desc) where actor_id is not null;
create index audit_log_target on audit_log (target_kind, target_id, at desc, id desc) where target_id is not null;

-- A solution works once: its hash stays here until the solution would have expired anyway.
create table captcha_solutions (
  hash bytea primary key,
  expires_at timestamptz not null
);
create index captcha_solutions_expires_at on captcha_solutions (expires_at);
