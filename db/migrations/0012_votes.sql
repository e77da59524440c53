-- A member's vote on a prompt; no row means no vote. A row with `held_until` doesn't count before that time: until the
-- account is old enough (VOTE_MATURITY_HOURS), or 'infinity' while it is banned.
create table votes (
  user_id uuid not null references users on delete cascade,
  prompt_id uuid not null references prompts on delete cascade,
  value smallint not null check (value in (1, -1)),
  voted_at timestamptz not null,
  held_until timestamptz,
  primary key (user_id, prompt_id)
);
-- A prompt's votes can be counted from this index alone.
create index votes_tally on votes (prompt_id) include (value, voted_at, held_until);
create index votes_recent on votes (voted_at) include (prompt_id, value) where held_until is null;
create index votes_held on votes (held_until) where held_until is not null;
create index votes_prompt on votes (prompt_id) where held_until is not null;

-- The prompts that members saved.
create table favourites (
  user_id uuid not null references users on delete cascade,
  prompt_id uuid not null references prompts on delete cascade,
  saved_at timestamptz not null,
  primary key (user_id, prompt_id)
);
create index favourites_saved on favourites (user_id, saved_at desc, prompt_id desc);
create index favourites_prompt on favourites (prompt_id);

-- Heat, which the code calls trending score, is the sum of votes and copies. The weight of each halves every 7 days
-- (604,800 s). The sum is stored as a logarithm relative to 1970, so it doesn't change with time
-- (src/features/catalogue/trending-rules.ts).
create function heat_at(happened timestamptz) returns double precision
  language sql immutable parallel safe
  return extract(epoch from happened - timestamptz '1970-01-01 00:00:00+00')::double precision * ln(2::double precision) / 604800;
-- The sum of two heats; null is zero. Beyond a difference of 700, the smaller one is negligible and exp() would fail.
create function added_heat(a double precision, b double precision) returns double precision
  language sql immutable parallel safe
  return greatest(a, b) + ln(1 + exp(greatest(-700, -abs(a - b))));

-- For the trending score, publishing counts as one copy, unless more members voted down than up.
alter table prompts drop column trending;
alter table prompts
  add column votes_heat double precision,
  add column copies_heat double precision,
  add column trending double precision not null generated always as (
    coalesce(
      added_heat(added_heat(case when votes_down <= votes_up then heat_at(published_at) end, votes_heat), copies_heat),
      0
    )
  ) stored;
create index prompts_trending on prompts (trending desc, id desc) where status = 'published';
create index prompts_category_trending on prompts (category_id, trending desc, id desc) where status = 'published';
create index prompts_picks on prompts (rating desc, id desc) where community_pick;

-- An author's counts for one day: copies that were added to totals, and the change in the net votes on their prompts.
create table author_days (
  user_id uuid not null references users on delete cascade,
  day date not null,
  copies integer not null default 0,
  votes integer not null default 0,
  primary key (user_id, day)
);
create index author_days_day on author_days (day);

-- The contributors of the last week and month with their counts, recomputed every few minutes from the daily counts
-- and the prompts published in that time.
create table contributor_periods (
  period text not null check (period in ('week', 'month')),
  user_id uuid not null references users on delete cascade,
  prompts integer not null,
  copies integer not null,
  votes integer not null,
  score integer not null generated always as (10 * prompts + 2 * votes + copies) stored,
  primary key (period, user_id)
);
create index contributor_periods_score on contributor_periods (period, score desc, user_id desc);
