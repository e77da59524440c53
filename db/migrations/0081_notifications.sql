-- Events that members may be notified of, written in the transaction that causes them. `thread`: the subject;
-- `delivered_to`: the last receiver so far, in the order of ids. `receiver_id`: the only receiver, if there is just one.
create table notification_events (
  id uuid primary key,
  kind text not null,
  actor_id uuid references users (id) on delete set null,
  receiver_id uuid references users (id) on delete cascade,
  prompt_id uuid references prompts (id) on delete set null,
  thread text not null,
  detail text,
  created_at timestamptz not null,
  delivered_to uuid not null default '00000000-0000-0000-0000-000000000000',
  delivered boolean not null default false
);
create index notification_events_waiting on notification_events (id) where not delivered;
create index notification_events_actor on notification_events (actor_id) where actor_id is not null;
create index notification_events_receiver on notification_events (receiver_id) where receiver_id is not null;
create index notification_events_prompt on notification_events (prompt_id) where prompt_id is not null;
create index notification_events_created on notification_events (created_at);

-- A notification of a member. `event_id` isn't a foreign key, so that an event never waits for the rows of its receivers.
create table notifications (
  user_id uuid not null references users (id) on delete cascade,
  event_id uuid not null,
  thread text not null,
  created_at timestamptz not null,
  read_at timestamptz,
  mailed_at timestamptz,
  primary key (user_id, event_id)
);
-- A thread has one unread notification: a newer event replaces it. So no digest repeats an unread thread.
create unique index notifications_unread on notifications (user_id, thread) where read_at is null;
create index notifications_newest on notifications (user_id, created_at desc, event_id desc);
create index notifications_created on notifications (created_at);

-- A member's settings, and how much was delivered on `day` (UTC). `digested_week`: the Monday of the last digest.
create table notification_receivers (
  user_id uuid primary key references users (id) on delete cascade,
  off_kinds text[] not null default '{}',
  digest boolean not null default false,
  digested_week date,
  day date,
  delivered integer not null default 0
);
create index notification_receivers_digest on notification_receivers (digested_week, user_id) where digest;

-- The secret of a member's private feed. Only a hash of it is stored.
create table notification_feeds (
  user_id uuid primary key references users (id) on delete cascade,
  token_hash bytea not null,
  created_at timestamptz not null
);

-- The URL in such emails that unsubscribes with one click (RFC 8058).
alter table letters add column unsubscribe_url text;

-- Members who saved a prompt are read in the order of their ids, starting after any id.
create index favourites_savers on favourites (prompt_id, user_id);
drop index favourites_prompt;
