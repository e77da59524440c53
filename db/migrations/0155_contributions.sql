-- What else counts in a contributor's score. `used`: published prompts that anybody copied. `edits`: suggested edits of
-- this member that became versions of other people's prompts. In author_days these are the day's changes.
alter table author_totals add column used integer not null default 0, add column edits integer not null default 0;
alter table author_days add column used integer not null default 0, add column edits integer not null default 0;
alter table contributor_periods add column used integer not null default 0, add column edits integer not null default 0;

-- A profile has up to four links (`link` is no longer used) and up to three pinned prompts, in order. While
-- `removed_reason` is set, only the member and moderators see what the profile says.
alter table profiles
  add column links text[] not null default '{}',
  add column pins uuid[] not null default '{}',
  add column removed_reason text;
update profiles set links = array[link] where link is not null;

-- Profiles can be reported, like prompts, comparisons, collections, comments and suggested edits. `profile_id`: the
-- member, who may have emptied the profile since.
alter table report_cases
  add column profile_id uuid references users on delete cascade,
  drop constraint report_cases_about,
  add constraint report_cases_about check (
    num_nonnulls(coalesce(prompt_id, comparison_id), collection_id, comment_id, change_request_id, profile_id) = 1);
create unique index report_cases_one_open_profile on report_cases (profile_id)
  where state = 'open' and profile_id is not null;
create index report_cases_profiles on report_cases (profile_id) where profile_id is not null;
