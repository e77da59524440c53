-- A case consists of the reports about a prompt that are decided together. A prompt has at most one open case, and a
-- decision closes all reports of its case.
create table report_cases (
  id uuid primary key,
  prompt_id uuid not null references prompts on delete cascade,
  state text not null check (state in ('open', 'dismissed', 'removed', 'banned')),
  opened_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references users,
  -- The version of the prompt that the decision applies to.
  decided_version integer,
  check ((state = 'open') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null)),
  check ((decided_at is null) = (decided_version is null))
);
create unique index report_cases_one_open on report_cases (prompt_id) where state = 'open';
create index report_cases_open on report_cases (opened_at, id) where state = 'open';
create index report_cases_decided on report_cases (decided_at desc, id desc) where state <> 'open';
create index report_cases_prompt on report_cases (prompt_id);

create table reports (
  user_id uuid not null references users,
  case_id uuid not null references report_cases on delete cascade,
  reason text not null check (reason in ('spam', 'abuse', 'copyright', 'wrong_category', 'other')),
  details text,
  created_at timestamptz not null,
  primary key (user_id, case_id)
);
create index reports_case on reports (case_id, created_at);

-- Indexes for the admin area: pending, removed and deleted prompts; people, newest first; versions by author.
create index prompts_queue on prompts (status, updated_at desc, id desc) where status in ('pending', 'removed', 'deleted');
create index users_newest on users (created_at desc, id desc);
create index users_staff on users (role, created_at desc, id desc) where role <> 'user';
create index users_banned on users (created_at desc, id desc) where banned;
create index prompt_versions_user on prompt_versions (user_id);

-- Copies that the command `demo` added, and when. They are removed with the other demo data.
create table demo_copies (
  prompt_id uuid primary key references prompts on delete cascade,
  copies integer not null check (copies > 0),
  copied_at timestamptz not null
);
