-- The list of models that a vendor or OpenRouter offers. A cache: lost in a crash, left out of backups. `tried_at`: when a
-- process last began to fetch the list, so that only one of them does.
create unlogged table model_lists (
  source text primary key,
  models jsonb,
  fetched_at timestamptz,
  tried_at timestamptz not null
);
