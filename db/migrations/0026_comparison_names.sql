-- When a comparison got its name: earlier decisions of moderators don't apply to a later name.
alter table comparisons add column named_at timestamptz;
