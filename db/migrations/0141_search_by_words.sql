-- Texts are indexed by their words, whatever signs stand between them (src/features/catalogue/indexed-text-rules.ts).
-- Jobs renew the search columns of prompts, tools and collections. Prompts are many, so their job needs an index.
drop index prompts_search_version;
create index prompts_search_version on prompts (search_version, id) where search_version < 4;
alter table collections add column search_version smallint not null default 1;
