-- Credits. The ledger is the source of every balance, and constraints keep it consistent
-- (docs/decisions/015-credits-ledger.md): each entry refers to the entry before it and to that entry's balance, and the
-- account refers to the last entry. No single row can be changed or removed; a whole ledger is deleted with its account.

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
  -- Identifies what caused this entry. The same cause adds no second entry.
  op_key text,
  created_at timestamptz not null,
  -- For a spend that can be returned: the grants (here called lots) that it took credits from, in order. For a return:
  -- the lots that get credits back, each with the number of the spend that took them.
  parts jsonb,
  primary key (user_id, number),
  unique (user_id, number, balance_after),
  foreign key (user_id, previous, balance_before) references credit_ledger (user_id, number, balance_after),
  check (case when number = 1 then previous is null and balance_before = 0 else previous is not null and previous = number - 1 end),
  check (balance_after = balance_before + amount),
  check (case when kind in ('spend', 'expiry') then amount < 0 else amount > 0 end)
);
create unique index credit_ledger_op_key on credit_ledger (user_id, op_key) where op_key is not null;

-- Fails with an explanation: the text that can't be converted to a number is the error message.
create rule credit_ledger_stays as on update to credit_ledger do instead
  select ('entries of credit_ledger never change: ' || old.id)::integer;

create table credit_accounts (
  user_id uuid primary key references users (id),
  balance integer not null default 0 check (balance >= 0),
  -- The sum of open holds.
  reserved integer not null default 0 check (reserved between 0 and balance),
  last_entry integer,
  -- When the account must next be brought up to date, because a hold or a lot expires or a period begins.
  due_at timestamptz not null default '-infinity',
  foreign key (user_id, last_entry, balance) references credit_ledger (user_id, number, balance_after),
  check (last_entry is not null or balance = 0)
);

-- The credits of each grant (here called lot), how many of them remain, and when they expire. `source_key` identifies
-- what granted them: the same source grants only once.
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

-- Credits taken from their lots and reserved for a run. `parts`: from which lots, and how many from each.
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
-- Rows are roughly in the order in which holds are closed, so the daily removal of old holds reads only the oldest rows.
create index credit_holds_closed_at on credit_holds using brin (closed_at);
create index credit_holds_open on credit_holds (user_id, expires_at) where state = 'open';

-- How many accounts in one network got their first credits on one day (UTC). `network`: an IPv4 address, or the first
-- 64 bits of an IPv6 address.
create table credit_first_grants (
  network text not null,
  day date not null,
  grants integer not null,
  primary key (network, day)
);

-- Requests that may be repeated but must count once (src/server/platform/idempotency.ts). `key`: the Idempotency-Key.
-- `status` and `answer`: the response; `events`: the server-sent events so far, if the response is a stream.
create table idempotency_keys (
  user_id uuid not null,
  path text not null,
  key text not null,
  request_hash bytea not null,
  -- The run, which is one attempt to process the request. A run that lost its lease can't store a response.
  run uuid not null,
  lease_until timestamptz not null,
  status integer,
  answer jsonb,
  events jsonb not null default '[]',
  expires_at timestamptz not null,
  primary key (user_id, path, key)
);
create index idempotency_keys_expires_at on idempotency_keys (expires_at);
