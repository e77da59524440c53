-- Search indexes of one prompt in sixteen, chosen by the random end of its id (src/features/catalogue/server/word-frequencies.ts).
-- Words that very many prompts have are searched and counted in them, since an index collects all prompts with a word first.
create index prompts_head_sample on prompts using gin (category_id, tags, search_head)
  where status = 'published' and get_byte(uuid_send(id), 15) < 16;
create index prompts_text_sample on prompts using gin (category_id, tags, search_text)
  where status = 'published' and get_byte(uuid_send(id), 15) < 16;
