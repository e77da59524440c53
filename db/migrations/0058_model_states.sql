-- How the answers on the site's own keys went, by where models answer: for operators only. Left out of backups, since it
-- describes today. `spent_micros`: what answers cost on `spent_on` (UTC), in millionths of a US dollar.
create unlogged table model_states (
  source text primary key,
  answered_at timestamptz,
  failed_at timestamptz,
  failed_model text,
  failure text,
  spent_on date not null,
  spent_micros bigint not null check (spent_micros >= 0)
);
