-- What members say about themselves on their pages. No row: nothing.
create table profiles (
  user_id uuid primary key references users (id) on delete cascade,
  bio text not null,
  link text,
  updated_at timestamptz not null
);

-- Whether any model has a rating is read from the newest counted votes (createRatingCheck).
create index comparison_votes_counted on comparison_votes (voted_at) where counts;
