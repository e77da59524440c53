-- Credits. The ledger is the truth, and the database itself holds it together (docs/decisions/015-credits-ledger.md):
-- each entry names the entry before it and its balance, the account names the last one. No single row can be changed or
-- taken out; only a person's whole ledger can go at once, when the account is deleted.

create table credit_ledger (
  user_id uuid not null,
  number integer not null check (number > 0),
  previous integer,
  id uuid not null,
  kind text not null check (kind in ('allowance', 'gift', 'purchase', 'refund', 'spend', 'return', 'expiry')),
  amount integer not null,
  balance_before integer not null,
  balance_after integer not null check (balance_after >= 0),
  reason text,
  -- What made this entry; the same thing makes no second one.
  op_key text,
  created_at timestamptz not null,
  -- Of a spend that may go back: the lots it came from, in their order. Of a return: the lots, and the spends by number.
  parts jsonb,
  primary key (user_id, number),
  unique (user_id, number, balance_after),
  foreign key (user_id, previous, balance_before) references credit_ledger (user_id, number, balance_after),
  check (case when number = 1 then previous is null and balance_before = 0 else previous is not null and previous = number - 1 end),
  check (balance_after = balance_before + amount),
  check (case when kind in ('spend', 'expiry') then amount < 0 else amount > 0 end)
);
create unique index credit_ledger_op_key on credit_ledger (user_id, op_key) where op_key is not null;

-- Fails loudly, and says why: the text that can't become a number is the message.
create rule credit_ledger_stays as on update to credit_ledger do instead
  select ('entries of credit_ledger never change: ' || old.id)::integer;

create table credit_accounts (
  user_id uuid primary key references users (id),
  balance integer not null default 0 check (balance >= 0),
  -- The sum of open holds.
  reserved integer not null default 0 check (reserved between 0 and balance),
  last_entry integer,
  -- When something changes by itself next: a hold falls back, a lot expires, a period begins.
  due_at timestamptz not null default '-infinity',
  foreign key (user_id, last_entry, balance) references credit_ledger (user_id, number, balance_after),
  check (last_entry is not null or balance = 0)
);

-- Where the credits of a balance come from and until when they count.
create table credit_lots (
  user_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('allowance', 'gift', 'purchase', 'refund')),
  source_key text not null,
  amount integer not null check (amount > 0),
  remaining integer not null check (remaining between 0 and amount),
  expires_at timestamptz,
  created_at timestamptz not null,
  primary key (user_id, id),
  unique (user_id, source_key)
);

-- Credits taken out of their lots (`parts`: lot and amount) and set aside while something runs.
create table credit_holds (
  user_id uuid not null,
  op_key text not null,
  amount integer not null check (amount > 0),
  parts jsonb not null,
  state text not null check (state in ('open', 'settled', 'returned', 'expired')),
  reason text not null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  primary key (user_id, op_key),
  check ((closed_at is null) = (state = 'open'))
);
-- Rows come in the order in which they close, more or less: the daily removal reads only the oldest.
create index credit_holds_closed_at on credit_holds using brin (closed_at);
create index credit_holds_open on credit_holds (user_id, expires_at) where state = 'open';

-- How many accounts got their first credits from one network on one day (UTC).
create table credit_first_grants (
  network text not null,
  day date not null,
  grants integer not null,
  primary key (network, day)
);

-- Requests that may come twice but must count once, each with its answer (src/server/platform/idempotency.ts).
create table idempotency_keys (
  user_id uuid not null,
  path text not null,
  key text not null,
  request_hash bytea not null,
  -- Names the run that works on it; a run that lost its lease can't keep an answer.
  run uuid not null,
  lease_until timestamptz not null,
  status integer,
  answer jsonb,
  events jsonb not null default '[]',
  expires_at timestamptz not null,
  primary key (user_id, path, key)
);
create index idempotency_keys_expires_at on idempotency_keys (expires_at);
