-- Addresses of members (`site`: of the site, made by an admin) to which events are sent (src/features/webhooks). `secret`
-- signs them. `sending_until`: until when a process may be sending to it. `failures`: deliveries in a row that failed for
-- good. `paused`: why nothing is sent.
create table webhooks (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  site boolean not null,
  url text not null,
  events text[] not null check (events <> '{}'),
  secret bytea not null,
  paused text,
  failures integer not null default 0,
  failing_since timestamptz,
  sending_until timestamptz,
  created_at timestamptz not null
);
create index webhooks_user on webhooks (user_id);
create index webhooks_site on webhooks (id) where site;

-- What is sent to each, with the same id in each attempt. `next_at`: when it may be sent next, while it waits.
create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  type text not null,
  prompt_id uuid references prompts on delete cascade,
  body text not null,
  state text not null check (state in ('waiting', 'delivered', 'failed', 'skipped')),
  attempts integer not null default 0,
  next_at timestamptz not null,
  status integer,
  milliseconds integer,
  answer text,
  created_at timestamptz not null
);
create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_at) where state = 'waiting';
create index webhook_deliveries_prompt on webhook_deliveries (prompt_id);
create index webhook_deliveries_created_at on webhook_deliveries (created_at);

-- Ended models that webhooks were told of. Those that had ended before aren't reported.
create table webhook_ended_models (model text primary key);
insert into webhook_ended_models select model from model_offers where ended_on is not null;
