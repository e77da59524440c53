create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- Search ignores accents. These configurations remove them, because to_tsvector with a configuration is immutable, and
-- unaccent() isn't.
create text search configuration promptarium_english (copy = pg_catalog.english);
alter text search configuration promptarium_english
  alter mapping for hword, hword_part, word with unaccent, english_stem;
-- Prompts in other languages: no stemming, no stop words.
create text search configuration promptarium_simple (copy = pg_catalog.simple);
alter text search configuration promptarium_simple
  alter mapping for hword, hword_part, word with unaccent, simple;

create table categories (
  id uuid primary key,
  slug text not null unique,
  name text not null,
  description text not null,
  position integer not null unique
);

create table prompts (
  id uuid primary key,
  slug text not null unique,
  title text not null,
  description text not null,
  content text not null,
  excerpt text not null,
  language text not null,
  category_id uuid not null references categories,
  user_id uuid not null references users,
  credit text,
  tags text[] not null default '{}',
  models text[] not null default '{}',
  licence text not null check (licence in ('CC0-1.0', 'CC-BY-4.0', 'CC-BY-SA-4.0', 'all-rights-reserved')),
  fork_of uuid references prompts,
  status text not null check (status in ('published', 'draft', 'pending', 'removed', 'deleted')),
  removed_reason text,
  version integer not null default 1,
  featured boolean not null default false,
  community_pick boolean not null default false,
  votes_up integer not null default 0,
  votes_down integer not null default 0,
  -- Lower bound of the Wilson interval (95 %) of votes_up among all votes.
  rating double precision not null default 0,
  trending double precision not null default 0,
  copies integer not null default 0,
  favorites integer not null default 0,
  comments integer not null default 0,
  -- SHA-256 of the imported title and content. A second import of the prompt adds nothing, even if the prompt was
  -- edited.
  import_key bytea unique,
  -- SHA-256 of the content: finds the same content under another title.
  content_hash bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  published_at timestamptz,
  -- Title, tags and description with the weights A, B and C. `search_text` also has the content with the weight D.
  search_head tsvector not null,
  search_text tsvector not null
);

create index prompts_newest on prompts (published_at desc, id desc) where status = 'published';
create index prompts_recent on prompts (updated_at desc, id desc) where status = 'published';
create index prompts_popular on prompts (copies desc, id desc) where status = 'published';
create index prompts_rating on prompts (rating desc, id desc) where status = 'published';
create index prompts_trending on prompts (trending desc, id desc) where status = 'published';
create index prompts_category_newest on prompts (category_id, published_at desc, id desc) where status = 'published';
create index prompts_category_popular on prompts (category_id, copies desc, id desc) where status = 'published';
create index prompts_category_rating on prompts (category_id, rating desc, id desc) where status = 'published';
create index prompts_category_trending on prompts (category_id, trending desc, id desc) where status = 'published';
create index prompts_author_newest on prompts (user_id, published_at desc, id desc) where status = 'published';
create index prompts_featured on prompts (published_at desc, id desc) where status = 'published' and featured;
create index prompts_content_hash on prompts (content_hash);
create index prompts_tags on prompts using gin (tags) where status = 'published';
create index prompts_search_head on prompts using gin (search_head) where status = 'published';
create index prompts_search_text on prompts using gin (search_text) where status = 'published';
create index prompts_title_likeness on prompts using gin (lower(title) gin_trgm_ops) where status = 'published';
create index prompts_title_exact on prompts (md5(lower(title))) where status = 'published';

-- Former slugs of a prompt always redirect to it.
create table prompt_former_slugs (
  slug text primary key,
  prompt_id uuid not null references prompts on delete cascade
);

-- Every version of a prompt, including the current one.
create table prompt_versions (
  prompt_id uuid not null references prompts on delete cascade,
  version integer not null,
  title text not null,
  description text not null,
  content text not null,
  user_id uuid not null references users,
  note text,
  created_at timestamptz not null,
  primary key (prompt_id, version)
);

-- How many published prompts there are. `key`: the id of the category or author, or the tag; '' for `all` and
-- `featured`.
create table prompt_counts (
  scope text not null check (scope in ('all', 'category', 'author', 'tag', 'featured')),
  key text not null,
  prompts bigint not null default 0,
  primary key (scope, key)
);

-- Totals of each author's published prompts. `votes`: up votes minus down votes.
create table author_totals (
  user_id uuid primary key references users on delete cascade,
  prompts integer not null default 0,
  copies bigint not null default 0,
  votes bigint not null default 0,
  score bigint not null generated always as (10 * prompts + 2 * votes + copies) stored
);
create index author_totals_score on author_totals (score desc, user_id desc) where prompts > 0;

-- One row per visitor and prompt; rows older than two days are deleted. `folded`: the row was counted in prompts.copies.
-- A job counts the rows in batches, to avoid lock contention.
create table prompt_copies (
  prompt_id uuid not null references prompts on delete cascade,
  visitor bytea not null,
  copied_at timestamptz not null,
  folded boolean not null default false,
  primary key (prompt_id, visitor)
);
create index prompt_copies_unfolded on prompt_copies (prompt_id) where not folded;
create index prompt_copies_age on prompt_copies (copied_at);

-- A visitor without an account is identified by a hash of IP address, browser and the day's salt. Salts are deleted
-- after two days.
create table daily_salts (
  day date primary key,
  salt bytea not null
);

-- A number that increases with every change of public content. Processes then drop their cached pages.
create table catalogue_version (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 0
);
insert into catalogue_version default values;

insert into categories (id, position, slug, name, description) values
  ('01900000-0000-7000-8000-00000000c001', 1, 'general', 'General', 'Prompts that fit any day and any trade.'),
  ('01900000-0000-7000-8000-00000000c002', 2, 'writing-editing', 'Writing and editing', 'Draft, cut, sharpen and check texts.'),
  ('01900000-0000-7000-8000-00000000c003', 3, 'business-finance', 'Business and finance', 'Plans, prices, numbers and the words around them.'),
  ('01900000-0000-7000-8000-00000000c004', 4, 'education-learning', 'Education and learning', 'Explain, practise, test and remember.'),
  ('01900000-0000-7000-8000-00000000c005', 5, 'technical', 'Technical', 'Systems, networks, hardware and how they fail.'),
  ('01900000-0000-7000-8000-00000000c006', 6, 'programming-code', 'Programming and code', 'Write, read, review and repair code.'),
  ('01900000-0000-7000-8000-00000000c007', 7, 'customer-support', 'Customer support', 'Answers that solve the problem and keep the customer.'),
  ('01900000-0000-7000-8000-00000000c008', 8, 'research', 'Research', 'Find, read, compare and cite sources.'),
  ('01900000-0000-7000-8000-00000000c009', 9, 'analysis', 'Analysis', 'Take data or an argument apart and say what it shows.'),
  ('01900000-0000-7000-8000-00000000c010', 10, 'productivity', 'Productivity', 'Meetings, plans, mail and the rest of the working day.'),
  ('01900000-0000-7000-8000-00000000c011', 11, 'personal', 'Personal', 'Letters, health, home, travel and other private matters.'),
  ('01900000-0000-7000-8000-00000000c012', 12, 'creative', 'Creative', 'Stories, poems, songs and ideas nobody asked for.'),
  ('01900000-0000-7000-8000-00000000c013', 13, 'image-generation', 'Image generation', 'Pictures from words: subject, light, lens and style.'),
  ('01900000-0000-7000-8000-00000000c014', 14, 'multilingual-translation', 'Multilingual and translation', 'Translate, localise and learn languages.'),
  ('01900000-0000-7000-8000-00000000c015', 15, 'entertainment', 'Entertainment', 'Games, quizzes, films and things to laugh about.');

insert into prompt_counts (scope, key) values ('all', ''), ('featured', '');
insert into prompt_counts (scope, key) select 'category', id::text from categories;
