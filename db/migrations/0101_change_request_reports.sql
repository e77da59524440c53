-- Suggested edits can be reported, like prompts, comparisons, collections and comments. A case is about exactly one of
-- these, but a case about a comparison may also have the comparison's prompt.
alter table report_cases
  add column change_request_id uuid references change_requests on delete cascade,
  drop constraint report_cases_about,
  add constraint report_cases_about check (
    num_nonnulls(coalesce(prompt_id, comparison_id), collection_id, comment_id, change_request_id) = 1);
create unique index report_cases_one_open_change_request on report_cases (change_request_id)
  where state = 'open' and change_request_id is not null;
create index report_cases_change_requests on report_cases (change_request_id) where change_request_id is not null;
