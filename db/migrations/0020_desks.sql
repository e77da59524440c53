-- Messages of the contact form that an operator has handled are marked as done and leave the list.
alter table contact_messages
  add column done_at timestamptz,
  add column done_by uuid,
  add constraint contact_messages_done check ((done_at is null) = (done_by is null));
create index contact_messages_open on contact_messages (created_at desc, id desc) where done_at is null;
create index contact_messages_done on contact_messages (created_at desc, id desc) where done_at is not null;

-- Why a moderator took a comparison down. Until it is restored, it is neither published nor shared.
alter table comparisons
  add column withdrawn_reason text,
  add constraint comparisons_withdrawn check (withdrawn_reason is null or (published_at is null and shared_at is null));

-- A published comparison can be reported like a prompt. `prompt_id` is then the prompt whose page shows the comparison.
alter table report_cases
  add column comparison_owner uuid,
  add column comparison_id uuid,
  add constraint report_cases_comparison check ((comparison_owner is null) = (comparison_id is null)),
  add foreign key (comparison_owner, comparison_id) references comparisons (user_id, id) on delete cascade;
drop index report_cases_one_open;
create unique index report_cases_one_open on report_cases (prompt_id) where state = 'open' and comparison_id is null;
create unique index report_cases_one_open_comparison on report_cases (comparison_id)
  where state = 'open' and comparison_id is not null;
create index report_cases_comparisons on report_cases (comparison_owner, comparison_id) where comparison_id is not null;
