-- Search and tags within a category: one index covers all conditions. With an index for each, PostgreSQL combined
-- their bitmaps and read the whole table.
create extension if not exists btree_gin;
create index prompts_head_within on prompts using gin (category_id, tags, search_head) where status = 'published';
create index prompts_text_within on prompts using gin (category_id, tags, search_text) where status = 'published';
drop index prompts_tags, prompts_search_head, prompts_search_text;

-- The prompts with a tag within a category are counted and listed from this index alone.
drop index prompts_category_newest;
create index prompts_category_newest on prompts (category_id, published_at desc, id desc) include (tags)
  where status = 'published';

-- How many people have published prompts, for the footer of every page. For the scope `authors`, the column `prompts`
-- counts people.
alter table prompt_counts drop constraint prompt_counts_scope_check;
alter table prompt_counts add constraint prompt_counts_scope_check
  check (scope in ('all', 'category', 'author', 'tag', 'featured', 'authors'));
insert into prompt_counts (scope, key, prompts) select 'authors', '', count(*) from author_totals where prompts > 0;
