-- The rows of a group beside each other: lists with filters and counts read them from this index alone. A row takes at most
-- half of what an index entry may: ten tags of 30 characters, and filters.
drop index group_prompts_shared;
create index group_prompts_whole on group_prompts (group_id, prompt_id)
  include (shared, user_id, category_id, tags, filters, published_at, updated_at, copies, rating, trending, proved_at);
