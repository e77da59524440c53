-- The version of the rules that made a prompt's excerpt (src/features/catalogue/excerpt-rules.ts). A job renews excerpts
-- that older rules made.
alter table prompts add column excerpt_version smallint not null default 1;
create index prompts_excerpt_version on prompts (excerpt_version, id);
