-- Whether the starter catalogue was taken in, or left out since there was something already: decided once for ever.
create table starter_parts (
  part text primary key check (part in ('prompts', 'tools')),
  rows integer not null,
  decided_at timestamptz not null default now()
);
