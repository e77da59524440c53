-- A prompt's counts for one day (UTC), for its author. No row: all are 0. It doesn't say who it was.
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

-- The range of days that are over and shown, in one row. `started`: the first day.
create table prompt_day_closing (
  one_row boolean primary key default true check (one_row),
  started date not null,
  closed_until date not null
);

-- Copies by a Run button for a chat.
alter table prompt_copies add column run boolean not null default false;
