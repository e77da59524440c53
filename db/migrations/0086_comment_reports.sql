-- Comments can be reported, like prompts, comparisons and collections. A case is about one of these, but a case about a
-- comparison may also have the comparison's prompt.
alter table report_cases
  add column comment_id uuid references comments on delete cascade,
  drop constraint report_cases_about,
  add constraint report_cases_about check (num_nonnulls(coalesce(prompt_id, comparison_id), collection_id, comment_id) = 1);
create unique index report_cases_one_open_comment on report_cases (comment_id) where state = 'open' and comment_id is not null;
create index report_cases_comments on report_cases (comment_id) where comment_id is not null;
