-- Collections can be reported, like prompts and comparisons. A case is about one of these, but a case about a comparison
-- may also have the comparison's prompt.
alter table report_cases
  add column collection_id uuid references collections on delete cascade,
  drop constraint report_cases_about,
  add constraint report_cases_about check (num_nonnulls(coalesce(prompt_id, comparison_id), collection_id) = 1);
create unique index report_cases_one_open_collection on report_cases (collection_id)
  where state = 'open' and collection_id is not null;
create index report_cases_collections on report_cases (collection_id) where collection_id is not null;
