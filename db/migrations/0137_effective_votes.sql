-- The time from which daily counts include a vote: its release if it was held. Null if that is `voted_at`, or while the
-- vote is held and no day has counted it. Votes of banned accounts that exist already may have been counted.
alter table votes add column effective_at timestamptz;
update votes set effective_at = voted_at where held_until = 'infinity';
create index votes_effective on votes (effective_at) where effective_at is not null;
