-- How many comparisons each member has (`own`, by user), and how many are published on each prompt (`published`, by
-- prompt). The lists of comparisons show these totals.
create table comparison_counts (
  scope text not null check (scope in ('own', 'published')),
  key uuid not null,
  comparisons integer not null,
  primary key (scope, key)
);

create function add_comparison_counts(own uuid[], published uuid[], sign integer) returns void language sql as $$
  insert into comparison_counts as k (scope, key, comparisons)
  select scope, key, sign * count(*) from (
    select 'own' as scope, unnest(own) as key union all select 'published', unnest(published)
  ) counted where key is not null group by 1, 2 order by 1, 2
  on conflict (scope, key) do update set comparisons = k.comparisons + excluded.comparisons;
  delete from comparison_counts where comparisons = 0
    and ((scope = 'own' and key = any(own)) or (scope = 'published' and key = any(published)));
$$;

create function count_comparisons() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_comparison_counts(array_agg(user_id), array_agg(prompt_id) filter (where published_at is not null), 1)
      from come;
  elsif tg_op = 'DELETE' then
    perform add_comparison_counts(array_agg(user_id), array_agg(prompt_id) filter (where published_at is not null), -1)
      from gone;
  else
    -- The owner of a comparison never changes.
    perform add_comparison_counts('{}', array_agg(key), sign) from (
      select c.prompt_id as key, 1 as sign from come c join gone g using (user_id, id)
      where c.published_at is not null and (g.published_at is null or g.prompt_id is distinct from c.prompt_id)
      union all select g.prompt_id, -1 from come c join gone g using (user_id, id)
      where g.published_at is not null and (c.published_at is null or g.prompt_id is distinct from c.prompt_id)
    ) changed group by sign;
  end if;
  return null;
end $$;

create trigger comparison_counts_come after insert on comparisons referencing new table as come
  for each statement execute function count_comparisons();
create trigger comparison_counts_go after delete on comparisons referencing old table as gone
  for each statement execute function count_comparisons();
create trigger comparison_counts_change after update on comparisons referencing old table as gone new table as come
  for each statement execute function count_comparisons();

-- Backups leave this derived table out; a restore fills it with this function (src/server/backup/stored-tables.ts).
create function refill_comparison_counts() returns void language sql as $$
  insert into comparison_counts (scope, key, comparisons)
  select 'own', user_id, count(*) from comparisons group by user_id
  union all select 'published', prompt_id, count(*) from comparisons
    where published_at is not null and prompt_id is not null group by prompt_id
$$;
select refill_comparison_counts();
