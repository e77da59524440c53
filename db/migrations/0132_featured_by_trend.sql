-- Featured prompts by trending score. “Most popular” and “highest rated” list prompts without copies or rating last, the
-- featured ones among them first, in this order. Without this index, a page of these sorts every featured prompt.
create index prompts_featured_trending on prompts (trending desc, id desc) where status = 'published' and featured;
