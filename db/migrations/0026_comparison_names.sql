-- When a comparison got its name: what moderators decided before doesn't cover a later one.
alter table comparisons add column named_at timestamptz;
