-- What members follow. `target`: the id of a person, prompt or category, or a tag. It isn't a foreign key, so that deleting
-- something with many followers doesn't wait for their rows: a job removes those.
create table follows (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  kind text not null,
  target text not null,
  followed_at timestamptz not null,
  primary key (user_id, id),
  constraint follows_once unique (user_id, kind, target)
);
-- A target's followers in the order of their ids, starting after any id.
create index follows_target on follows (kind, target, user_id);

-- Members who don't want to hear from each other: `block` works in both directions, `mute` only for the member.
create table blocks (
  user_id uuid not null references users (id) on delete cascade,
  blocked_id uuid not null references users (id) on delete cascade check (blocked_id <> user_id),
  kind text not null check (kind in ('block', 'mute')),
  created_at timestamptz not null,
  primary key (user_id, blocked_id)
);
create index blocks_blocked on blocks (blocked_id);
