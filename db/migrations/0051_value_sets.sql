-- Value sets: values for the blanks of a prompt, saved by a member under a name. `filled` maps each blank's name to its
-- value.
create table value_sets (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  prompt_id uuid not null references prompts (id) on delete cascade,
  name text not null,
  filled jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (user_id, id),
  constraint value_sets_name unique (user_id, prompt_id, name)
);
create index value_sets_prompt_id on value_sets (prompt_id);
