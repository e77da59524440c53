-- The score changes last, because that locks the tables, which filling the new columns doesn't.
update author_totals a set used = counted.prompts
from (
  select author_id, count(*) as prompts
  from (
    select distinct p.id, unnest(authors_of(p.credit, p.credit_version, p.credited_ids, p.user_id)) as author_id
    from prompts p where p.status = 'published' and p.copies > 0
  ) authored group by author_id
) counted where a.user_id = counted.author_id;

-- The account that keeps the work of deleted accounts has no edits of its own.
insert into author_totals (user_id, edits)
select user_id, count(*) from prompt_version_credits
where user_id <> '01900000-0000-7000-8000-000000000002' group by user_id order by user_id
on conflict (user_id) do update set edits = excluded.edits;

-- The rankings of the last week and month begin with what is known: prompts count on the day on which they were
-- published, because the day of their first copy wasn't stored.
insert into author_days (user_id, day, used)
select author_id, day, count(*)
from (
  select distinct p.id, (p.published_at at time zone 'utc')::date as day,
    unnest(authors_of(p.credit, p.credit_version, p.credited_ids, p.user_id)) as author_id
  from prompts p where p.status = 'published' and p.copies > 0 and p.published_at > now() - interval '31 days'
) published group by author_id, day order by author_id, day
on conflict (user_id, day) do update set used = excluded.used;
insert into author_days (user_id, day, edits)
select c.user_id, (r.answered_at at time zone 'utc')::date, count(*)
from change_requests r join prompt_version_credits c on c.prompt_id = r.prompt_id and c.version = r.accepted_version
where r.answered_at > now() - interval '31 days' and c.user_id <> '01900000-0000-7000-8000-000000000002'
group by 1, 2 order by 1, 2
on conflict (user_id, day) do update set edits = excluded.edits;

-- A contributor's score counts use, not uploads (docs/decisions/014-ranking.md). Equal scores are ordered by prompts.
alter table author_totals drop column score;
alter table author_totals add column score bigint not null
  generated always as (2 * votes + copies + 3 * edits + used) stored;
create index author_totals_score on author_totals (score desc, prompts desc, user_id desc) where prompts > 0;

alter table contributor_periods drop column score;
alter table contributor_periods add column score integer not null
  generated always as (2 * votes + copies + 3 * edits + used) stored;
create index contributor_periods_score on contributor_periods (period, score desc, prompts desc, user_id desc);
