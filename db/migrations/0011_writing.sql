-- The status of a prompt before its deletion, and when and by whom it was deleted: it can be restored for 30 days.
alter table prompts add column deleted_at timestamptz;
alter table prompts add column deleted_by uuid references users;
alter table prompts add column status_before text check (status_before in ('published', 'draft', 'pending', 'removed'));

-- Indexes for a member's own prompts by last change, for prompts whose deletion is due, and for the forks of a prompt.
create index prompts_own on prompts (user_id, updated_at desc, id desc);
create index prompts_own_status on prompts (user_id, status, updated_at desc, id desc);
create index prompts_deleted on prompts (deleted_at) where status = 'deleted';
create index prompts_fork_of on prompts (fork_of) where fork_of is not null;

-- Whether everybody may read a version: it was the current one while the prompt was published.
alter table prompt_versions add column shown boolean not null default false;
update prompt_versions v set shown = true from prompts p where p.id = v.prompt_id and p.status = 'published';

-- Near-duplicates share bands of their MinHash signature (src/features/catalogue/similarity-rules.ts).
create table prompt_bands (
  prompt_id uuid primary key references prompts on delete cascade,
  bands integer[] not null
);
create index prompt_bands_shared on prompt_bands using gin (bands);

-- Finds tags by their first letters.
create index prompt_counts_tags on prompt_counts (key text_pattern_ops) where scope = 'tag';
