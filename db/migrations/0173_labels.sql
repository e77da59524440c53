-- The labels of versions (src/features/catalogue/label-rules.ts). A label stands on exactly one version of a prompt.
create table prompt_labels (
  prompt_id uuid not null references prompts on delete cascade,
  label text not null check (label ~ '^[a-z0-9-]{1,32}$'),
  version integer not null,
  moved_at timestamptz not null,
  primary key (prompt_id, label),
  foreign key (prompt_id, version) references prompt_versions on delete cascade
);
create index prompt_labels_version on prompt_labels (prompt_id, version);

-- Each move of a label. `from_version`: null if the label was new. `to_version`: null if it was removed.
create table prompt_label_moves (
  id uuid primary key,
  prompt_id uuid not null references prompts on delete cascade,
  label text not null,
  from_version integer,
  to_version integer,
  user_id uuid not null references users,
  moved_at timestamptz not null
);
create index prompt_label_moves_prompt on prompt_label_moves (prompt_id, id);
create index prompt_label_moves_user on prompt_label_moves (user_id, id);
