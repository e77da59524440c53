-- The models that a vendor, or OpenRouter, says it has. A cache: lost in a crash, left out of backups. `tried_at`: when a
-- process last began to fetch the list, so that not all of them do.
create unlogged table model_lists (
  source text primary key,
  models jsonb,
  fetched_at timestamptz,
  tried_at timestamptz not null
);
