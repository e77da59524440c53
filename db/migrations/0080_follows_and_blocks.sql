-- What members follow. `kind`: person, prompt, category, collection or tag. `target`: the tag itself, or the id of what
-- is followed. It isn't a foreign key, so deleting something with many followers stays fast: a job deletes these rows.
create table follows (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  kind text not null,
  target text not null,
  followed_at timestamptz not null,
  primary key (user_id, id),
  constraint follows_once unique (user_id, kind, target)
);
-- For reading a target's followers in the order of their ids, starting after any id.
create index follows_target on follows (kind, target, user_id);

-- People whom a member (`user_id`) has blocked or muted. A block works in both directions, a mute only for the member.
create table blocks (
  user_id uuid not null references users (id) on delete cascade,
  blocked_id uuid not null references users (id) on delete cascade check (blocked_id <> user_id),
  kind text not null check (kind in ('block', 'mute')),
  created_at timestamptz not null,
  primary key (user_id, blocked_id)
);
create index blocks_blocked on blocks (blocked_id);
