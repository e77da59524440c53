-- Refunded money, and payment accounts (docs/decisions/028-refunds-and-payment-accounts.md). `side` is the payment
-- account.

-- `entry`: the lot's ledger entry; a later lot has a higher number. `starts_at`: when an allowance's period begins.
-- `due_back`: the lot's credits that belong to refunded money; `taken_back`: how many were taken back. The rest had been
-- spent, and is taken if it returns to the lot.
alter table credit_lots
  add column entry integer,
  add column starts_at timestamptz,
  add column due_back integer not null default 0,
  add column taken_back integer not null default 0;

update credit_lots l set
  entry = (select number from credit_ledger e where e.user_id = l.user_id and e.op_key = l.source_key),
  starts_at = coalesce(
    (select period_start from billing_invoices i where i.user_id = l.user_id and l.source_key = 'invoice:' || i.id),
    l.created_at);
update credit_lots l set due_back = least(i.credits_due, l.amount), taken_back = least(i.credits_taken, l.amount)
from billing_invoices i where i.user_id = l.user_id and l.source_key = 'invoice:' || i.id and i.credits_due > 0;

alter table credit_lots
  alter column entry set not null,
  alter column starts_at set not null,
  add constraint credit_lots_entry unique (user_id, entry),
  add check (taken_back between 0 and due_back and due_back <= amount);
-- Credits that belong to refunded money may already have returned to their lot. They are taken when the account is next
-- read.
update credit_accounts a set due_at = '-infinity' where exists (
  select from credit_lots l where l.user_id = a.user_id and l.remaining > 0 and l.taken_back < l.due_back);

-- Customers, subscriptions and invoices belong to a payment account: `sandbox`, or Stripe's mode and account
-- (`live:acct_…`). `stripe` stands for rows from before this migration; the first startup with a Stripe key replaces it.
alter table billing_customers add column side text not null default 'stripe';
alter table billing_subscriptions add column side text not null default 'stripe';
alter table billing_invoices add column side text not null default 'stripe';
update billing_customers set side = 'sandbox' where starts_with(customer_id, 'cus_sandbox_');
update billing_subscriptions set side = 'sandbox' where starts_with(id, 'sub_sandbox_');
update billing_invoices set side = 'sandbox' where starts_with(id, 'in_sandbox_');
alter table billing_customers alter column side drop default;
alter table billing_subscriptions alter column side drop default;
alter table billing_invoices alter column side drop default;
alter table billing_customers drop constraint billing_customers_pkey, add primary key (user_id, side);
drop index billing_one_live_subscription;
create unique index billing_one_live_subscription on billing_subscriptions (user_id, side)
  where status in ('incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused');

-- Readings of refunds are numbered too: the later one counts. `credits_taken` is how many credits were taken back at
-- that reading. Credits that are taken back afterwards are counted only in the lot.
alter table billing_invoices add column returned_reading bigint not null default 0;

-- The payment account of each Stripe key that this site has used, so only the first startup with a key has to ask
-- Stripe.
create table billing_keys (
  key_hash bytea primary key,
  side text not null,
  first_used_at timestamptz not null
);

-- The position of the hourly reconciliation: in which list, and after which object. `since`: the time from which
-- changes are read. `moved_at`: when the position last changed.
create table billing_walks (
  side text primary key,
  since timestamptz not null,
  list text not null,
  after text,
  is_done boolean not null,
  moved_at timestamptz not null
);
