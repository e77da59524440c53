-- The same for suggested edits. `hidden_version`: the version of the rules that found them. A job renews older rows.
alter table change_requests
  add column hidden_characters jsonb not null default '[]',
  add column hidden_version smallint not null default 0;
