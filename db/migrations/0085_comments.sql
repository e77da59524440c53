-- The comments on one prompt, tool or comparison. `closed_by_staff`: only moderators may open them again.
create table comment_threads (
  id uuid primary key,
  prompt_id uuid unique references prompts on delete cascade,
  tool_id uuid unique references tools on delete cascade,
  comparison_owner uuid,
  comparison_id uuid,
  closed_at timestamptz,
  closed_by_staff boolean not null default false,
  unique (comparison_id, comparison_owner),
  foreign key (comparison_owner, comparison_id) references comparisons (user_id, id) on delete cascade,
  constraint comment_threads_about check (
    num_nonnulls(prompt_id, tool_id, comparison_id) = 1 and (comparison_id is null) = (comparison_owner is null)),
  check (closed_at is not null or not closed_by_staff)
);

-- Comments, and answers to comments (with `parent_id`). Later ones have greater ids. `outcome`, `model` and the prompt's
-- `version` are a report of use; reports are grouped by `model_key`. `fingerprint`: a hash of the text's letters and
-- digits, by which repeated texts are found.
create table comments (
  id uuid primary key,
  thread_id uuid not null references comment_threads on delete cascade,
  parent_id uuid references comments on delete cascade,
  user_id uuid not null references users,
  content text not null,
  fingerprint bytea not null,
  state text not null check (state in ('waiting', 'shown', 'removed', 'deleted')),
  removed_reason text check ((removed_reason is not null) = (state = 'removed')),
  outcome text check (outcome in ('worked', 'partly', 'failed')),
  model text check ((model is null) = (outcome is null)),
  model_key text check ((model_key is null) = (outcome is null)),
  version integer check (version is null or outcome is not null),
  created_at timestamptz not null,
  edited_at timestamptz,
  -- When the comment became visible to everybody for the first time.
  shown_at timestamptz check (shown_at is not null or state <> 'shown'),
  deleted_at timestamptz check ((deleted_at is not null) = (state = 'deleted')),
  constraint comments_answers_report_nothing check (parent_id is null or outcome is null)
);
create index comments_thread on comments (thread_id, id desc) where parent_id is null;
create index comments_answers on comments (parent_id, id) where parent_id is not null;
create index comments_state on comments (thread_id, state);
create index comments_reports_of_use on comments (thread_id, model_key) where outcome is not null and state = 'shown';
create index comments_user on comments (user_id, id);
create index comments_fingerprint on comments (fingerprint, created_at);
create index comments_waiting on comments (id) where state = 'waiting';
create index comments_removed on comments (id desc) where state = 'removed';
create index comments_deleted on comments (deleted_at) where deleted_at is not null;
