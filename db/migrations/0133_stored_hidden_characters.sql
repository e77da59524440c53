-- The characters in a prompt's content that models read but people can't see, by kind
-- (src/features/catalogue/hidden-character-rules.ts). A job fills the column for older prompts, together with excerpts.
alter table prompts add column hidden_characters jsonb not null default '[]';
