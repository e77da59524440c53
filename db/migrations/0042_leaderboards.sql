-- The leaderboards of the site (`scope`: 'all') and of categories (`scope`: the id), computed by a job
-- (refresh-leaderboards.ts). A cache: lost in a crash, left out of backups. `ballots`: a hash of the votes that a board
-- was computed from.
create unlogged table leaderboards (
  scope text primary key,
  ballots bytea not null,
  board jsonb not null,
  computed_at timestamptz not null
);
