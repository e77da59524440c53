-- The version of the rules that made the search columns (src/features/catalogue/server/search-vectors.ts). Since
-- version 2, text in scripts without spaces between words is indexed by pairs of characters; a job renews prompts in
-- such scripts.
alter table prompts add column search_version smallint not null default 2;
update prompts set search_version = 1
  where title ~ '[\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]'
    or description ~ '[\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]'
    or content ~ '[\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]';
create index prompts_search_version on prompts (search_version, id) where search_version < 2;
