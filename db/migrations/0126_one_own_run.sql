-- A prompt has at most one open test run that the site itself started (`by_site`), even with several processes and
-- after one has died. Older open runs, left by a crash, would violate the index. They are closed here, as
-- `closeTestRuns` would close them.
update test_runs r set ended_at = now() where by_site and ended_at is null and exists (
  select from test_runs o where o.prompt_id = r.prompt_id and o.by_site and o.ended_at is null
    and (o.created_at, o.id) > (r.created_at, r.id));
update test_answers set status = 'failed', failure = 'The server stopped before this answer was complete. Nothing was charged.',
  price = 0, answered_at = now()
where status = 'running' and run_id in (select id from test_runs where by_site and ended_at is not null);
create unique index test_runs_one_own on test_runs (prompt_id) where by_site and ended_at is null;
