-- Which parts of the starter catalogue were loaded, or left out because the site had content (`rows` is then 0). Each
-- part is decided once.
create table starter_parts (
  part text primary key check (part in ('prompts', 'tools')),
  rows integer not null,
  decided_at timestamptz not null default now()
);
