-- Featured prompts by their trend. “Most popular” and “highest rated” continue with them once no prompt has copies or
-- votes, and sorted all of them for each page.
create index prompts_featured_trending on prompts (trending desc, id desc) where status = 'published' and featured;
