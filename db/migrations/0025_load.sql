-- Indexes for foreign keys: deleting a referenced row searches for the rows that refer to it.
create index prompts_category on prompts (category_id);
create index prompts_deleted_by on prompts (deleted_by) where deleted_by is not null;
create index prompt_former_slugs_prompt on prompt_former_slugs (prompt_id);
create index comparisons_prompt on comparisons (prompt_id) where prompt_id is not null;
create index contributor_periods_user on contributor_periods (user_id);
create index report_cases_decided_by on report_cases (decided_by) where decided_by is not null;
create index passkey_challenges_user on passkey_challenges (user_id) where user_id is not null;
-- Without this index, deleting a long ledger compares each entry with every other entry.
create index credit_ledger_previous on credit_ledger (user_id, previous, balance_before);

-- People whose content is being removed in small steps. Their prompts are hidden as soon as the removal begins.
-- `prompts`, `edits`: how many prompts were removed and how many edits were undone so far.
create table takedowns (
  user_id uuid primary key references users on delete cascade,
  -- Who requested the removal. That account may have been deleted since.
  asked_by uuid not null,
  prompts integer not null default 0,
  edits integer not null default 0
);

-- An account's export reads the versions that the member wrote in this order, page by page.
create index prompt_versions_author on prompt_versions (user_id, prompt_id, version);
drop index prompt_versions_user;
