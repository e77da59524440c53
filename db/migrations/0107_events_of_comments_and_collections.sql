-- Columns for two more kinds of events: an answer to a comment, and a new item in a collection. New columns are empty,
-- so adding their foreign keys doesn't check any rows.
alter table notification_events add column comment_id uuid references comments on delete set null;
alter table notification_events add column collection_id uuid references collections on delete set null;
create index notification_events_comment on notification_events (comment_id) where comment_id is not null;
create index notification_events_collection on notification_events (collection_id) where collection_id is not null;
