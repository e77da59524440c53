-- How the last answers with the site's own API keys turned out, by source. Shown only to operators, and left out of
-- backups. `spent_micros`: the cost of all answers on the day `spent_on` (UTC), in millionths of a US dollar.
create unlogged table model_states (
  source text primary key,
  answered_at timestamptz,
  failed_at timestamptz,
  failed_model text,
  failure text,
  spent_on date not null,
  spent_micros bigint not null check (spent_micros >= 0)
);
