-- Test cases of a prompt: values for its blanks, and checks of the answer. `revision` increases when values or checks
-- change. `user_id`: who wrote the test case; null once that account is deleted.
create table test_cases (
  id uuid primary key,
  prompt_id uuid not null references prompts (id) on delete cascade,
  user_id uuid references users (id),
  status text not null check (status in ('accepted', 'proposed')),
  reason text not null,
  filled jsonb not null,
  checks jsonb not null,
  revision integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index test_cases_prompt on test_cases (prompt_id, created_at, id);
create index test_cases_user on test_cases (user_id);

-- One run of a prompt's cases, with copies of `content` and `cases`. `basis`: the SHA-256 of the text and of the cases'
-- ids and revisions; results apply to the current prompt while its basis is the same. `user_id`: who started the run;
-- null for the site's own runs (`by_site`), and once that account is deleted.
create table test_runs (
  id uuid primary key,
  prompt_id uuid not null references prompts (id) on delete cascade,
  user_id uuid references users (id),
  by_site boolean not null,
  content text not null,
  cases jsonb not null,
  basis bytea not null,
  parameters jsonb not null,
  created_at timestamptz not null,
  ended_at timestamptz
);
create index test_runs_prompt on test_runs (prompt_id, created_at desc, id desc);
create index test_runs_basis on test_runs (prompt_id, basis);
create index test_runs_user on test_runs (user_id);
create index test_runs_open on test_runs (created_at) where ended_at is null;

-- Every answer of a run. `place`: its position in the run; `case_place`: its case's position in `cases`; `round`: which
-- repetition it is. `cut`: the answer ended before the model had finished. `checks`: the outcome of each check of its
-- case, once the answer is complete. `time`, `time_to_first_token`: in ms.
create table test_answers (
  run_id uuid not null references test_runs (id) on delete cascade,
  place smallint not null,
  case_place smallint not null,
  round smallint not null,
  model text not null,
  vendor text not null,
  own_key boolean not null,
  version text,
  text text not null default '',
  status text not null check (status in ('running', 'done', 'stopped', 'failed')),
  failure text,
  cut boolean not null default false,
  time_to_first_token integer,
  time integer,
  tokens jsonb,
  cost double precision,
  price integer not null check (price >= 0),
  passed boolean,
  checks jsonb,
  answered_at timestamptz,
  primary key (run_id, place)
);
