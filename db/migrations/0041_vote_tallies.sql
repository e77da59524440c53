-- The weight in the trending score of a vote cast at the time `voted`: 2^(time since the start of 2026 / 7 days). That
-- is the decay of heat_at (0012_votes.sql) as an exact number, so adding and removing votes loses no digits.
create function vote_weight(voted timestamptz) returns numeric
  language sql immutable parallel safe
  return (
    select round(power(2::numeric, floor(weeks)::numeric) * power(2::double precision, weeks - floor(weeks))::numeric, 15)
    from (values (extract(epoch from voted - timestamptz '2026-01-01 00:00:00+00')::double precision / 604800)) as since(weeks)
  );

-- The counted votes on a prompt. Each statement that stores, changes or deletes votes adds the difference,
-- so a vote costs the same however many votes there are. `changed`: a job has yet to update the prompt.
create table vote_tallies (
  prompt_id uuid primary key references prompts on delete cascade,
  up integer not null,
  down integer not null,
  weight numeric not null,
  changed boolean not null default true
) with (fillfactor = 50);
create index vote_tallies_changed on vote_tallies (prompt_id) where changed;

create function tally_new_votes() returns trigger language plpgsql as $$
begin
  insert into vote_tallies as t (prompt_id, up, down, weight)
  select prompt_id, count(*) filter (where value = 1), count(*) filter (where value = -1), sum(value * vote_weight(voted_at))
  from come where held_until is null group by prompt_id order by prompt_id
  on conflict (prompt_id) do update
    set up = t.up + excluded.up, down = t.down + excluded.down, weight = t.weight + excluded.weight, changed = true;
  return null;
end
$$;
create function tally_changed_votes() returns trigger language plpgsql as $$
begin
  insert into vote_tallies as t (prompt_id, up, down, weight)
  select prompt_id, coalesce(sum(sign) filter (where value = 1), 0), coalesce(sum(sign) filter (where value = -1), 0),
    sum(sign * value * vote_weight(voted_at))
  from (
    select 1 as sign, prompt_id, value, voted_at from come where held_until is null
    union all
    select -1, prompt_id, value, voted_at from gone where held_until is null
  ) moved
  group by prompt_id order by prompt_id
  on conflict (prompt_id) do update
    set up = t.up + excluded.up, down = t.down + excluded.down, weight = t.weight + excluded.weight, changed = true;
  return null;
end
$$;
-- Never adds a row: the votes may be deleted because their prompt is, and a row for a deleted prompt would be refused.
create function tally_gone_votes() returns trigger language plpgsql as $$
begin
  perform from vote_tallies
    where prompt_id in (select prompt_id from gone where held_until is null) order by prompt_id for update;
  update vote_tallies t set up = t.up - g.up, down = t.down - g.down, weight = t.weight - g.weight, changed = true
  from (
    select prompt_id, count(*) filter (where value = 1) as up, count(*) filter (where value = -1) as down,
      sum(value * vote_weight(voted_at)) as weight
    from gone where held_until is null group by prompt_id
  ) g
  where t.prompt_id = g.prompt_id;
  return null;
end
$$;
create trigger vote_tallies_come after insert on votes
  referencing new table as come for each statement execute function tally_new_votes();
create trigger vote_tallies_change after update on votes
  referencing old table as gone new table as come for each statement execute function tally_changed_votes();
create trigger vote_tallies_go after delete on votes
  referencing old table as gone for each statement execute function tally_gone_votes();

-- Backups leave this derived table out; a restore fills it with this function (src/server/backup/stored-tables.ts).
create function refill_vote_tallies() returns void language sql as $$
  delete from vote_tallies;
  insert into vote_tallies (prompt_id, up, down, weight)
  select prompt_id, count(*) filter (where value = 1), count(*) filter (where value = -1), sum(value * vote_weight(voted_at))
  from votes where held_until is null group by prompt_id
$$;
select refill_vote_tallies();
