-- Subscriptions. The payment provider has the current state; these tables store the last reading of that state
-- (docs/decisions/018-billing.md). A deleted account's subscriptions and invoices keep its id, which no longer
-- identifies anybody.

create table billing_customers (
  user_id uuid primary key references users (id),
  customer_id text not null unique,
  -- Part of the provider's idempotency key: until an attempt has ended, repeating a request repeats the same attempt.
  attempt integer not null default 1 check (attempt > 0)
);

-- Numbers the readings of the provider's state (column `reading`). Of two readings, the one that began later counts.
create sequence billing_readings;

create table billing_subscriptions (
  user_id uuid not null,
  id text not null,
  status text not null check (status in
    ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled')),
  cancel_at_period_end boolean not null,
  period_end timestamptz not null,
  -- The card with which a subscription that isn't confirmed yet was started.
  payment_method text,
  reading bigint not null,
  read_at timestamptz not null,
  created_at timestamptz not null,
  primary key (user_id, id)
);
create index billing_subscriptions_id on billing_subscriptions (id);
create unique index billing_one_live_subscription on billing_subscriptions (user_id)
  where status in ('incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused');

create table billing_invoices (
  user_id uuid not null,
  id text not null,
  subscription_id text not null,
  number text,
  status text not null,
  amount integer not null,
  currency text not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  created_at timestamptz not null,
  receipt_url text,
  reading bigint not null,
  -- The part of `amount` that was refunded or is disputed. Both are in the currency's smallest unit.
  amount_returned integer not null default 0,
  -- The credits that belong to the returned amount, and how many of them could be taken back. The rest had been spent.
  credits_due integer not null default 0,
  credits_taken integer not null default 0 check (credits_taken between 0 and credits_due),
  primary key (user_id, id)
);
create index billing_invoices_id on billing_invoices (id);

-- Each event that the provider reported by webhook, once. Only the id of the object that it is about is stored, because
-- the object's state is then read from the provider.
create table billing_events (
  id text primary key,
  type text not null,
  object_kind text not null,
  object_id text not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  attempts integer not null default 0,
  last_error text
);
create index billing_events_received_at on billing_events using brin (received_at);

-- The sandbox: an imitation of Stripe's API for sites without Stripe's keys. `number`: the order of objects and events.
create table sandbox_objects (
  id text primary key,
  kind text not null,
  customer text,
  body jsonb not null,
  number bigint generated always as identity
);
create index sandbox_objects_kind on sandbox_objects (kind, customer, number);

-- Responses to requests with Stripe's Idempotency-Key (`key`), so that a repeated request gets the same response.
create table sandbox_requests (
  key text primary key,
  request_hash text not null,
  status integer not null,
  answer jsonb not null,
  created_at timestamptz not null
);

-- Webhooks. `due_at`: when the event is sent next. `attempts`: how often it was sent.
create table sandbox_events (
  id text primary key,
  type text not null,
  body jsonb not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  delivered_at timestamptz,
  number bigint generated always as identity
);
create index sandbox_events_due on sandbox_events (due_at) where delivered_at is null;
