-- There were no comments yet, so this counter was always 0.
alter table prompts drop column comments;

-- Whether a comparison's text comes from a prompt. If that prompt is erased, the text is erased too; other texts stay.
-- So far, only comparisons with the text of a prompt could be published.
alter table comparisons add column from_prompt boolean not null default false;
update comparisons set from_prompt = true where prompt_id is not null or published_at is not null;
-- Some comparisons that are shared by link have no prompt: their text may be the member's own, or that of an erased
-- prompt. The rows look the same, so sharing ends for all of them, and their owners have to share them again.
update comparisons set shared_at = null where prompt_id is null and published_at is null and withdrawn_reason is null;
alter table comparisons add constraint comparisons_from_prompt check (from_prompt or prompt_id is null);

-- Where a comparison was shown before it was taken down: on its prompt's page, or by link. Restoring it shows it there
-- again.
alter table comparisons add column withdrawn_from text check (withdrawn_from in ('page', 'link'));
update comparisons set withdrawn_from = 'page' where withdrawn_reason is not null;
alter table comparisons
  add constraint comparisons_withdrawn_from check ((withdrawn_from is null) = (withdrawn_reason is null));

-- A comparison of a member's own text can also be reported while it is shared by link: the case then has no prompt.
alter table report_cases
  alter column prompt_id drop not null,
  add constraint report_cases_about check (prompt_id is not null or comparison_id is not null),
  -- Whether everybody could see the reported content when the case was decided. If not, members can report it again.
  add column decided_shown boolean,
  add constraint report_cases_decided_shown check (decided_shown is null or decided_at is not null);
update report_cases set decided_shown = true where decided_at is not null;
