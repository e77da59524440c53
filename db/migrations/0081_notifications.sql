-- Events that members may be notified of, written in the transaction that causes them. `thread`: kind and subject's id.
-- `receiver_id`: the only receiver, or null if a job finds the receivers. `detail`: such as the outcome of a decision.
-- `delivered_to`: the last receiver notified so far, in the order of ids. `delivered`: no receivers are left to notify.
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

-- A member's notification of an event. `event_id` isn't a foreign key, so deleting an event doesn't have to delete the
-- notifications of all its receivers. `mailed_at`: when it was sent in a digest.
create table notifications (
  user_id uuid not null references users (id) on delete cascade,
  event_id uuid not null,
  thread text not null,
  created_at timestamptz not null,
  read_at timestamptz,
  mailed_at timestamptz,
  primary key (user_id, event_id)
);
-- A member has at most one unread notification per thread: a newer event replaces it. So no digest names a thread twice.
create unique index notifications_unread on notifications (user_id, thread) where read_at is null;
create index notifications_newest on notifications (user_id, created_at desc, event_id desc);
create index notifications_created on notifications (created_at);

-- A member's settings for notifications, and how many they got on `day` (UTC): `delivered`. `off_kinds`: the kinds of
-- events that they switched off. `digested_week`: the Monday of the week of the last digest
-- or, before the first one, of the week in which they chose digests.
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

-- `letters` has emails to send. A regular email, such as the digest, has a URL to unsubscribe with one click (RFC 8058).
alter table letters add column unsubscribe_url text;

-- For reading the members who saved a prompt (`favourites`), in the order of their ids, starting after any id.
create index favourites_savers on favourites (prompt_id, user_id);
drop index favourites_prompt;
