-- Messages from visitors and members to the operator. `user_id`: the sender, if signed in. Such a message is deleted
-- with the account.
create table contact_messages (
  id uuid primary key,
  created_at timestamptz not null,
  user_id uuid,
  name text not null,
  email text not null,
  subject text not null,
  message text not null
);
create index contact_messages_age on contact_messages (created_at);
create index contact_messages_user on contact_messages (user_id) where user_id is not null;

-- How often each prompt's page was viewed on each day (UTC). Who viewed it isn't stored.
create table prompt_views_daily (
  prompt_id uuid not null references prompts on delete cascade,
  day date not null,
  views integer not null,
  primary key (prompt_id, day)
);
create index prompt_views_day on prompt_views_daily (day);
