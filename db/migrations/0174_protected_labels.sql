-- The labels that only approvers of a group may move on its prompts.
alter table groups add column protected_labels text[] not null default '{production}'
  check (cardinality(protected_labels) <= 10);
