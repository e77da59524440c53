-- What a day's answers with the site's own API keys cost, in millionths of a US dollar. Days are UTC.
create table ai_spending (
  day date primary key,
  micros bigint not null check (micros >= 0)
);

-- Members' runs of the generator. `wishes`: the options that the member chose. A run whose process dies stays
-- 'running', and is shown as failed; its hold expires.
create table generations (
  user_id uuid not null references users,
  id uuid not null,
  idea text not null,
  wishes jsonb not null,
  model text not null,
  vendor text not null,
  price integer not null check (price >= 0),
  status text not null check (status in ('running', 'done', 'stopped', 'failed')),
  failure text,
  -- Title, description, content, category and tags, as in the contract.
  prompt jsonb,
  version text,
  created_at timestamptz not null,
  primary key (user_id, id)
);

-- One prompt given to several models. `content` and `variables` are copies, so a change of the prompt doesn't affect
-- them.
create table comparisons (
  user_id uuid not null references users,
  id uuid not null,
  name text,
  prompt_id uuid references prompts on delete set null,
  content text not null,
  variables jsonb not null,
  -- Whether the models' names are hidden even from the comparison's owner, until the owner votes.
  blind boolean not null,
  shared_at timestamptz,
  published_at timestamptz,
  created_at timestamptz not null,
  primary key (user_id, id)
);
create index comparisons_id on comparisons (id);
create index comparisons_published on comparisons (prompt_id, published_at desc, id desc) where published_at is not null;

-- `place`: the random order of the answers, and their letters (A, B, C ...) while names are hidden. `cut`: the answer
-- ended before the model had finished. `time`, `time_to_first_token`: in ms. `stop_asked`: the owner stopped the model.
create table comparison_answers (
  user_id uuid not null,
  comparison_id uuid not null,
  place smallint not null check (place between 0 and 9),
  model text not null,
  vendor text,
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
  -- Whether the comparison's owner pasted the answer. Pasted answers don't count for ratings.
  pasted boolean not null default false,
  stop_asked boolean not null default false,
  answered_at timestamptz,
  primary key (user_id, comparison_id, place),
  unique (user_id, comparison_id, model),
  foreign key (user_id, comparison_id) references comparisons on delete cascade
);

-- A person's only vote on a comparison. `outcome`: the id of the preferred model, `tie`, or `none` if no answer was
-- good. `counts`: whether the vote counts for ratings.
create table comparison_votes (
  user_id uuid not null references users,
  comparison_id uuid not null,
  outcome text not null,
  counts boolean not null,
  voted_at timestamptz not null,
  primary key (user_id, comparison_id)
);
create index comparison_votes_comparison on comparison_votes (comparison_id);

-- Vendors of models, derived from published comparisons and blind votes: the feature `comparison` computes them, and
-- `catalogue` stores them.
alter table prompts
  add column tested_with text[] not null default '{}',
  add column works_best_with text;
