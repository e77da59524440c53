-- A test run for a suggested edit, with either the current or the proposed text (`side`). It never counts as a result of
-- the prompt.
alter table test_runs
  add column change_request_id uuid references change_requests on delete cascade,
  add column side text check (side in ('current', 'proposed')),
  add constraint test_runs_side check ((side is null) = (change_request_id is null));
create index test_runs_change_request on test_runs (change_request_id, created_at) where change_request_id is not null;
