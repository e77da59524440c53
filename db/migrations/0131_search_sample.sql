-- Search indexes of one prompt in sixteen, chosen by the random end of its id
-- (src/features/catalogue/server/word-frequencies.ts). Very frequent words are searched and counted in these indexes,
-- because PostgreSQL collects all prompts with a word before it returns the first one.
create index prompts_head_sample on prompts using gin (category_id, tags, search_head)
  where status = 'published' and get_byte(uuid_send(id), 15) < 16;
create index prompts_text_sample on prompts using gin (category_id, tags, search_text)
  where status = 'published' and get_byte(uuid_send(id), 15) < 16;
