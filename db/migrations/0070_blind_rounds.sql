-- For a vote in a blind round: the two models that were shown, in alphabetical order. Null for other votes, for which
-- all models of the comparison were shown.
alter table comparison_votes add column shown text[];

-- Blind rounds are drawn from published comparisons with at least two complete answers of language models. `draw_key`: a
-- random number, or null if too few answers are complete. `round_votes`: the number of votes in blind rounds;
-- comparisons with the fewest are drawn first.
alter table comparisons
  add column draw_key double precision,
  add column round_votes integer not null default 0;
update comparisons c set draw_key = random()
where published_at is not null and (
  select count(*) from comparison_answers a
  where a.user_id = c.user_id and a.comparison_id = c.id and a.status = 'done' and not a.pasted and a.vendor <> 'built-in'
) >= 2;
create index comparisons_drawn on comparisons (round_votes, draw_key) where published_at is not null and draw_key is not null;

-- Blind rounds, with the places of the left (a) and right (b) answer. `attention`, for checks: the same answer twice,
-- or one cut off. `outcome`: `none` if both are bad, `skip` for no opinion, `void` if the round can no longer be
-- answered. A member has at most one open round, so nobody can draw again and again until they like the answers.
create table blind_rounds (
  user_id uuid not null references users,
  id uuid not null,
  comparison_owner uuid not null,
  comparison_id uuid not null,
  left_place smallint not null,
  right_place smallint not null,
  attention text check (attention in ('same', 'cut_left', 'cut_right')),
  drawn_at timestamptz not null,
  outcome text check (outcome in ('a', 'b', 'tie', 'none', 'skip', 'void')),
  answered_at timestamptz,
  primary key (user_id, id),
  foreign key (comparison_owner, comparison_id) references comparisons on delete cascade,
  check ((outcome is null) = (answered_at is null))
);
create unique index blind_rounds_open on blind_rounds (user_id) where answered_at is null;
create index blind_rounds_comparison on blind_rounds (comparison_owner, comparison_id, user_id);

-- Members' results in attention checks: they decide whether their votes in blind rounds count.
create table attention_checks (
  user_id uuid primary key references users,
  passed integer not null default 0,
  failed integer not null default 0
);
