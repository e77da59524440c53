-- Whether a prompt is offered as an agent skill, as its author or a moderator chose.
alter table prompts add column skill boolean not null default false;
-- The text files that come with a skill, as a list of paths and texts. Versions have their own.
alter table prompts add column files jsonb not null default '[]';
alter table prompt_versions add column files jsonb not null default '[]';
create index prompts_skills on prompts (published_at desc, id desc) where skill and status = 'published';

-- Downloads of the last two days, each once per version and visitor. `visitor` is a hash with a daily salt, as in
-- prompt_copies.
create table skill_downloads (
  prompt_id uuid not null references prompts on delete cascade,
  version integer not null,
  visitor bytea not null,
  downloaded_at timestamptz not null,
  primary key (prompt_id, version, visitor)
);
create index skill_downloads_old on skill_downloads (downloaded_at);

-- How often each version was downloaded as a skill.
create table skill_download_counts (
  prompt_id uuid not null references prompts on delete cascade,
  version integer not null,
  downloads integer not null default 1,
  primary key (prompt_id, version)
) with (fillfactor = 50);

-- The secret paths below which programs without an account read skills as a member.
create table skill_addresses (
  user_id uuid primary key references users on delete cascade,
  token_hash bytea not null,
  created_at timestamptz not null
);
