-- What a prompt contains that people should know before a model reads it (src/features/catalogue/paper-rules.ts), and how
-- many of these are alarms. A job fills both for older prompts, together with excerpts. `seen_version`: the version whose
-- findings a moderator has looked at.
alter table prompts
  add column findings jsonb not null default '[]',
  add column alarms smallint not null default 0,
  add column seen_version integer;
create index prompts_with_alarms on prompts (updated_at desc, id desc)
  where alarms > 0 and status = 'published' and seen_version is distinct from version;
