-- What a tool is good at, and its prices in words with the day on which somebody looked them up.
alter table tools
  add column strengths text[] not null default '{}',
  add column prices text not null default '',
  add column prices_on text,
  -- The keys of its uploaded pictures in tool_pictures. Without a mark, the site shows one that it bundles, or initials.
  add column mark_key text,
  add column picture_key text,
  add column picture_width integer,
  add column picture_height integer,
  -- When a job last checked its address, how often in a row that failed, and why.
  add column link_checked_at timestamptz,
  add column link_failures smallint not null default 0,
  add column link_problem text;
create index tools_by_link_check on tools (link_checked_at nulls first, id);
create index tools_with_dead_links on tools (sort_name, id) where link_failures >= 3;

-- The pictures that operators uploaded, as WebP. `kind`: mark or picture.
create table tool_pictures (
  tool_id uuid not null references tools on delete cascade,
  kind text not null check (kind in ('mark', 'picture')),
  key text not null,
  content bytea not null,
  primary key (tool_id, kind)
);
