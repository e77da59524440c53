-- The group whose prompts a webhook is told of, made by one of its approvers. Null: those of its owner, or of the site.
alter table webhooks
  add column group_id uuid references groups on delete cascade,
  add constraint webhooks_owner check (group_id is null or not site) not valid;
alter table webhooks validate constraint webhooks_owner;
create index webhooks_group on webhooks (group_id) where group_id is not null;
