-- In scripts without spaces, tools are searched by pairs of characters, like prompts. A job renews tools in such scripts
-- (src/features/tools/server/renew-tool-search.ts).
alter table tools add column search_version smallint not null default 2;
update tools set search_version = 1
  where name || description || array_to_string(tags, ' ') ~ '[\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]';
