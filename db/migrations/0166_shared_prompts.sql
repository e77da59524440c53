-- Prompts that only the members of groups may read have the status `shared`. `group_id`: the group that a prompt belongs
-- to, whose writers edit it; it keeps the prompt if the prompt is published. `group_ids`: that group and the others whose
-- members may read it while it is shared.
alter table prompts add column group_id uuid references groups;
alter table prompts
  add column group_ids uuid[] not null default '{}',
  drop constraint prompts_status_check,
  drop constraint prompts_status_before_check,
  add constraint prompts_status_check
    check (status in ('published', 'shared', 'draft', 'pending', 'removed', 'deleted')) not valid,
  add constraint prompts_status_before_check
    check (status_before in ('published', 'shared', 'draft', 'pending', 'removed')) not valid,
  add constraint prompts_groups check (case
    when group_id is null then group_ids = '{}' and status <> 'shared' and status_before is distinct from 'shared'
    else group_id = any (group_ids) and cardinality(group_ids) <= 20 and status <> 'draft'
      and (status <> 'shared' or published_at is not null) end) not valid;

-- Whether a version was the prompt's text while it was shared.
alter table prompt_versions add column shared boolean not null default false;
