-- Members' lists of prompts, tools and comparisons. `slug`: words of the title, followed by `key`, which never changes.
-- `listed_at`: when the collection first became public. `search`: title and description with the weights A and C.
create table collections (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  key text not null constraint collections_key unique,
  slug text not null,
  title text not null,
  description text not null,
  visibility text not null check (visibility in ('public', 'unlisted', 'private')),
  fork_of uuid references collections on delete set null,
  featured_at timestamptz,
  -- Why a moderator removed the collection. Only its owner and moderators can then see it.
  removed_reason text,
  listed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  search tsvector not null,
  constraint collections_listed check (visibility <> 'public' or listed_at is not null),
  -- A member has at most one fork of a collection: a repeated request returns that fork.
  constraint collections_one_fork unique (user_id, fork_of)
);
create index collections_listed_at on collections (listed_at desc, id desc) where visibility = 'public';
create index collections_by_id on collections (id) where visibility = 'public';
create index collections_featured on collections (featured_at desc, id desc) where featured_at is not null;
create index collections_search on collections using gin (search) where visibility = 'public';
create index collections_fork_of on collections (fork_of) where fork_of is not null;

-- `position` orders the items of a collection.
create table collection_items (
  id uuid primary key,
  collection_id uuid not null references collections on delete cascade,
  prompt_id uuid references prompts on delete cascade,
  tool_id uuid references tools on delete cascade,
  comparison_owner uuid,
  comparison_id uuid,
  note text not null default '',
  position integer not null,
  added_at timestamptz not null,
  foreign key (comparison_owner, comparison_id) references comparisons (user_id, id) on delete cascade,
  constraint collection_items_one_target check (num_nonnulls(prompt_id, tool_id, comparison_id) = 1),
  constraint collection_items_comparison check ((comparison_owner is null) = (comparison_id is null)),
  -- Checked only at the end of a statement, so that one statement can move many items.
  constraint collection_items_position unique (collection_id, position) deferrable initially immediate,
  constraint collection_items_prompt unique (collection_id, prompt_id),
  constraint collection_items_tool unique (collection_id, tool_id),
  constraint collection_items_compared unique (collection_id, comparison_id)
);
create index collection_items_prompt_id on collection_items (prompt_id) where prompt_id is not null;
create index collection_items_tool_id on collection_items (tool_id) where tool_id is not null;
create index collection_items_comparisons on collection_items (comparison_owner, comparison_id)
  where comparison_owner is not null;
