create table tools (
  id uuid primary key,
  slug text not null unique,
  name text not null,
  description text not null,
  type text not null check (type in ('video', 'image', 'text', 'audio', 'multimodal', 'ai')),
  featured boolean not null default false,
  url text not null,
  is_free boolean not null,
  tags text[] not null default '{}',
  category_id uuid not null references categories,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The order of every list: by code point, so that it is the same on every machine.
  sort_name text collate "C" not null generated always as (lower(name)) stored,
  -- Name, tags and description with the weights A, B and C.
  search tsvector not null
);

create index tools_name on tools (sort_name, id);
create index tools_type_name on tools (type, sort_name, id);
create index tools_free_name on tools (is_free, sort_name, id);
create index tools_featured_name on tools (sort_name, id) where featured;
create index tools_category_name on tools (category_id, sort_name, id);
create index tools_tags on tools using gin (tags);
create index tools_search on tools using gin (search);
create index tools_name_likeness on tools using gin (lower(name) gin_trgm_ops);

-- Stored counts: at most twelve rows, whose sums give the total for any combination of type and price.
create table tool_counts (
  type text not null,
  is_free boolean not null,
  tools bigint not null default 0,
  primary key (type, is_free)
);
