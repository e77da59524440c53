-- How many public comments and replies each prompt has, which its card shows. Each statement that adds, changes or
-- deletes comments adds the difference, so a comment costs the same however many there are.
create table comment_tallies (
  prompt_id uuid primary key references prompts on delete cascade,
  comments integer not null
) with (fillfactor = 50);

create function tally_new_comments() returns trigger language plpgsql as $$
begin
  insert into comment_tallies as t (prompt_id, comments)
  select d.prompt_id, count(*) from come c join comment_threads d on d.id = c.thread_id
  where c.state = 'shown' and d.prompt_id is not null group by d.prompt_id order by d.prompt_id
  on conflict (prompt_id) do update set comments = t.comments + excluded.comments;
  return null;
end
$$;
create function tally_changed_comments() returns trigger language plpgsql as $$
begin
  insert into comment_tallies as t (prompt_id, comments)
  select d.prompt_id, sum(moved.sign)
  from (
    select 1 as sign, thread_id from come where state = 'shown'
    union all
    select -1, thread_id from gone where state = 'shown'
  ) moved join comment_threads d on d.id = moved.thread_id
  where d.prompt_id is not null group by d.prompt_id having sum(moved.sign) <> 0 order by d.prompt_id
  on conflict (prompt_id) do update set comments = t.comments + excluded.comments;
  return null;
end
$$;
-- Never adds a row: the comments may be deleted because their prompt is, and a row for a deleted prompt would be refused.
create function tally_gone_comments() returns trigger language plpgsql as $$
begin
  perform from comment_tallies where prompt_id in (
    select d.prompt_id from gone g join comment_threads d on d.id = g.thread_id where g.state = 'shown'
  ) order by prompt_id for update;
  update comment_tallies t set comments = t.comments - g.comments
  from (
    select d.prompt_id, count(*) as comments from gone c join comment_threads d on d.id = c.thread_id
    where c.state = 'shown' group by d.prompt_id
  ) g
  where t.prompt_id = g.prompt_id;
  return null;
end
$$;
create trigger comment_tallies_come after insert on comments
  referencing new table as come for each statement execute function tally_new_comments();
create trigger comment_tallies_change after update on comments
  referencing old table as gone new table as come for each statement execute function tally_changed_comments();
create trigger comment_tallies_go after delete on comments
  referencing old table as gone for each statement execute function tally_gone_comments();

-- Backups leave this derived table out; a restore fills it with this function (src/server/backup/stored-tables.ts).
create function refill_comment_tallies() returns void language sql as $$
  delete from comment_tallies;
  insert into comment_tallies (prompt_id, comments)
  select d.prompt_id, count(*) from comments c join comment_threads d on d.id = c.thread_id
  where c.state = 'shown' and d.prompt_id is not null group by d.prompt_id
$$;
select refill_comment_tallies();
