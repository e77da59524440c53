-- Featured prompts by trending score. “Most popular” and “highest rated” end with the prompts without copies or rating,
-- ordered by this score, the featured ones first. Without this index, such a page would sort all featured prompts.
create index prompts_featured_trending on prompts (trending desc, id desc) where status = 'published' and featured;
