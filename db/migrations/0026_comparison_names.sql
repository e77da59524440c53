-- When a comparison got its name. A moderator's earlier decision doesn't apply to a newer name.
alter table comparisons add column named_at timestamptz;
