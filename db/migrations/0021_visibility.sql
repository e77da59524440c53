-- There are no comments: nothing ever counted here.
alter table prompts drop column comments;

-- Whether a comparison's text is a prompt's. Its prompt may be gone for good, and the text goes with it; a text of one's
-- own stays. Only what belonged to a prompt could be published.
alter table comparisons add column from_prompt boolean not null default false;
update comparisons set from_prompt = true where prompt_id is not null or published_at is not null;
-- Shared by link alone and without a prompt: the text may be one's own, or that of a prompt that is gone for good. Nothing
-- tells them apart, so their owners share them again.
update comparisons set shared_at = null where prompt_id is null and published_at is null and withdrawn_reason is null;
alter table comparisons add constraint comparisons_from_prompt check (from_prompt or prompt_id is null);

-- What a moderator took down comes back as it was shown: on its prompt's page, or by its link alone.
alter table comparisons add column withdrawn_from text check (withdrawn_from in ('page', 'link'));
update comparisons set withdrawn_from = 'page' where withdrawn_reason is not null;
alter table comparisons
  add constraint comparisons_withdrawn_from check ((withdrawn_from is null) = (withdrawn_reason is null));

-- A comparison of a text of one's own is reported, too, while its link is shared: then there is no prompt.
alter table report_cases
  alter column prompt_id drop not null,
  add constraint report_cases_about check (prompt_id is not null or comparison_id is not null),
  -- Whether everybody could see what was reported when it was decided: else the decision settles no later report.
  add column decided_shown boolean,
  add constraint report_cases_decided_shown check (decided_shown is null or decided_at is not null);
update report_cases set decided_shown = true where decided_at is not null;
