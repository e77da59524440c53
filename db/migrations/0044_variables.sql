-- The author's description of a prompt's blanks, such as label, kind, options and bounds. Each version has its own
-- list. The defaults are constants, so PostgreSQL rewrites neither table.
alter table prompts add column variables jsonb not null default '[]';
alter table prompt_versions add column variables jsonb not null default '[]';
