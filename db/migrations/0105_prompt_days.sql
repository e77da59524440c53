-- A prompt's counts for one day (UTC), shown to its author. Without a row, all are 0. `from_…`: views by source;
-- `runs`: the copies that were made with a Run button. Who viewed, copied or voted isn't stored.
create table prompt_days (
  prompt_id uuid not null references prompts on delete cascade,
  day date not null,
  from_search integer not null default 0,
  from_lists integer not null default 0,
  from_feeds integer not null default 0,
  from_mcp integer not null default 0,
  from_embed integer not null default 0,
  from_elsewhere integer not null default 0,
  copies integer not null default 0,
  runs integer not null default 0,
  upvotes integer not null default 0,
  downvotes integer not null default 0,
  saves integer not null default 0,
  forks integer not null default 0,
  primary key (prompt_id, day)
);
create index prompt_days_day on prompt_days (day);

-- Which days are complete and shown, in one row: those from `started` up to and including `closed_until`.
create table prompt_day_closing (
  one_row boolean primary key default true check (one_row),
  started date not null,
  closed_until date not null
);

-- Whether the copy was made with a Run button, which opens a chat, an editor or a tool.
alter table prompt_copies add column run boolean not null default false;
