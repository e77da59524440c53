-- Groups of members. `needs_approval`: whether what writers publish for the group first waits for an approver.
-- `review_days`: how long what was published for the group counts as reviewed. `claim_value`: people whose groups at the
-- site's OpenID provider contain it are members, and begin with `claim_role`.
create table groups (
  id uuid primary key,
  slug text not null constraint groups_slug unique,
  name citext not null constraint groups_name unique,
  description text not null default '',
  needs_approval boolean not null default false,
  review_days integer not null default 180 check (review_days between 30 and 1000),
  claim_value text constraint groups_claim_value unique,
  claim_role text not null default 'reader' check (claim_role in ('reader', 'writer', 'approver')),
  created_at timestamptz not null
);

-- `source`: who decided that the person is a member, an admin or approver (`admin`) or the provider at their last
-- sign-in (`claim`).
create table group_members (
  group_id uuid not null references groups on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('reader', 'writer', 'approver')),
  source text not null check (source in ('admin', 'claim')),
  created_at timestamptz not null,
  primary key (group_id, user_id)
);
create index group_members_user_id on group_members (user_id);

-- Members whose groups at the provider couldn't be used at their last sign-in there. They were withheld, too many, or no
-- list of texts, and memberships stayed as they were; or a group they should have joined was full. `values_sent`: how
-- many groups the provider sent, if it sent a list.
create table group_claim_problems (
  user_id uuid primary key references users on delete cascade,
  problem text not null check (problem in ('withheld', 'too_many', 'invalid', 'full')),
  values_sent integer,
  happened_at timestamptz not null
);
create index group_claim_problems_happened_at on group_claim_problems (happened_at);
