-- The tables of src/server/platform: secrets of the site, rate limits, emails, the audit log, used captcha solutions.

-- Created by the first process that needs them, so that an operator doesn't have to set any.
create table site_secrets (
  name text primary key,
  secret bytea not null,
  created_at timestamptz not null default now()
);

-- Attempts counted in a time window, by a hash of who made them. A crash of the database loses them, which only resets limits.
create unlogged table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);

-- Emails to send. Once sent or refused a row keeps only its key: the address and the text are deleted.
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

-- Who did what. Rows are only added, with ids alone, so that no name of a deleted account stays here.
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
