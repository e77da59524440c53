-- What members follow. `target`: the id of a person, prompt or category, or a tag. It is no foreign key, so that deleting what
-- many follow never waits for their rows: a job removes those.
create table follows (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  kind text not null,
  target text not null,
  followed_at timestamptz not null,
  primary key (user_id, id),
  constraint follows_once unique (user_id, kind, target)
);
-- A target's followers in the order of their ids, from any one on.
create index follows_target on follows (kind, target, user_id);

-- Members who don't want to hear of another: `block` counts for both, `mute` for the member alone.
create table blocks (
  user_id uuid not null references users (id) on delete cascade,
  blocked_id uuid not null references users (id) on delete cascade check (blocked_id <> user_id),
  kind text not null check (kind in ('block', 'mute')),
  created_at timestamptz not null,
  primary key (user_id, blocked_id)
);
create index blocks_blocked on blocks (blocked_id);
