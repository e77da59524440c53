-- The results of answers on the site's own keys, by source: for operators only. Left out of backups, because it
-- describes the current state. `spent_micros`: the cost of answers on `spent_on` (UTC), in millionths of a US dollar.
create unlogged table model_states (
  source text primary key,
  answered_at timestamptz,
  failed_at timestamptz,
  failed_model text,
  failure text,
  spent_on date not null,
  spent_micros bigint not null check (spent_micros >= 0)
);
