-- What members write about themselves on their pages. Members without a row have written nothing.
create table profiles (
  user_id uuid primary key references users (id) on delete cascade,
  bio text not null,
  link text,
  updated_at timestamptz not null
);

-- For the function createRatingCheck, which tells from the newest counted votes whether any model has a rating.
create index comparison_votes_counted on comparison_votes (voted_at) where counts;
