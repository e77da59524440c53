-- By what later imports of a group's file recognize a prompt: the id that it had at the site from which it came first.
create table group_import_keys (
  group_id uuid not null references groups on delete cascade,
  key uuid not null,
  prompt_id uuid not null references prompts on delete cascade,
  primary key (group_id, key),
  constraint group_import_keys_prompt unique (prompt_id, group_id)
);
