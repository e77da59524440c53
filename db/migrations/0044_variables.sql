-- What the author says about the blanks of a prompt: label, kind, options, bounds. A version keeps its own list.
-- Constant defaults: PostgreSQL rewrites neither table.
alter table prompts add column variables jsonb not null default '[]';
alter table prompt_versions add column variables jsonb not null default '[]';
