-- The list of models that a vendor or OpenRouter offers. A cache: lost in a crash, left out of backups. `tried_at`:
-- when a process last began to fetch the list, so that two processes don't fetch it at once.
create unlogged table model_lists (
  source text primary key,
  models jsonb,
  fetched_at timestamptz,
  tried_at timestamptz not null
);
