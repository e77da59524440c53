-- Which rules made the excerpt of a prompt (src/features/catalogue/excerpt-rules.ts). A job renews those of older rules.
alter table prompts add column excerpt_version smallint not null default 1;
create index prompts_excerpt_version on prompts (excerpt_version, id);
