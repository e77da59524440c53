-- What waits for an approver of a group: a prompt for the group (`new`), an edit of one of its prompts (`edit`), or its
-- publication for everybody (`public`). `change`: what is stored if it is approved. `base_version`: the version of the
-- prompt that it was written for. `revision`: increases with each new text. `answer`: why it was returned.
create table approvals (
  id uuid primary key,
  prompt_id uuid not null references prompts on delete cascade,
  group_id uuid not null references groups on delete cascade,
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('new', 'edit', 'public')),
  change jsonb not null,
  base_version integer not null,
  note text not null default '',
  state text not null check (state in ('waiting', 'approved', 'returned', 'withdrawn')),
  revision integer not null default 1,
  answer text,
  decider_id uuid references users on delete set null,
  created_at timestamptz not null,
  revised_at timestamptz not null,
  decided_at timestamptz
);
create unique index approvals_one_waiting on approvals (prompt_id) where state = 'waiting';
create index approvals_prompt on approvals (prompt_id);
create index approvals_group on approvals (group_id, revised_at desc, id desc);
create index approvals_waiting on approvals (group_id, revised_at desc, id desc) where state = 'waiting';
create index approvals_user on approvals (user_id, revised_at desc, id desc);
create index approvals_decider on approvals (decider_id) where decider_id is not null;

create table approval_comments (
  id uuid primary key,
  approval_id uuid not null references approvals on delete cascade,
  user_id uuid not null references users on delete cascade,
  body text not null,
  created_at timestamptz not null
);
create index approval_comments_approval on approval_comments (approval_id, created_at, id);
create index approval_comments_user on approval_comments (user_id);
