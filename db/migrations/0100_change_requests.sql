-- The proposers of suggested edits that became versions. In prompt_versions, `user_id` is still the prompt's author.
create table prompt_version_credits (
  prompt_id uuid not null,
  version integer not null,
  user_id uuid not null references users,
  primary key (prompt_id, version),
  foreign key (prompt_id, version) references prompt_versions on delete cascade
);
create index prompt_version_credits_user on prompt_version_credits (user_id);

-- An edit that a member suggests for somebody else's prompt. `revision`: increases with each new text. `licence`: the
-- license that the proposer agreed to. `answer`: why it was declined, or what should change. `removed_reason`: set while
-- it is removed by a moderator. `silence_at`: when the proposer was notified that nobody had answered.
create table change_requests (
  id uuid primary key,
  prompt_id uuid not null references prompts on delete cascade,
  user_id uuid not null references users on delete cascade,
  base_version integer not null,
  title text not null,
  description text not null,
  content text not null,
  variables jsonb not null default '[]',
  licence text not null,
  reason text not null,
  state text not null check (state in ('open', 'revising', 'accepted', 'declined', 'withdrawn')),
  revision integer not null default 1,
  answer text,
  accepted_version integer check ((accepted_version is not null) = (state = 'accepted')),
  removed_reason text,
  created_at timestamptz not null,
  revised_at timestamptz not null,
  answered_at timestamptz,
  silence_at timestamptz
);
-- A member has at most one undecided suggestion for a prompt, not counting those that a moderator removed.
create unique index change_requests_one_open on change_requests (prompt_id, user_id)
  where state in ('open', 'revising') and removed_reason is null;
create index change_requests_prompt on change_requests (prompt_id, revised_at desc, id desc);
create index change_requests_user on change_requests (user_id, revised_at desc, id desc);
create index change_requests_silent on change_requests (revised_at)
  where state = 'open' and silence_at is null and removed_reason is null;
