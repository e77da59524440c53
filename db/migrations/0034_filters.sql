-- `filters`: what lists can be filtered by, as `name:value`, from text, language and tests (filter-rules.ts of the
-- feature `catalogue`). `picture`: what an image prompt states about the image (picture-rules.ts). `filters_version`:
-- the version of the rules that found both; if that version is old, a job processes the prompt.
alter table prompts
  add column filters text[] not null default '{}',
  add column picture jsonb,
  add column filters_version smallint not null default 0;
create index prompts_filters_version on prompts (filters_version, id);
-- One index for all conditions: with two separate indexes, prompts that match all conditions are found slowly.
create index prompts_filters on prompts using gin (category_id, tags, filters) where status = 'published';

-- Counts of published prompts by category and complete set of filters: one row for each combination of the two.
create view filtered_prompts as
  select category_id, filters, count(*) as prompts from prompts where status = 'published' group by 1, 2;
create table filter_counts (
  category_id uuid not null,
  filters text[] not null,
  prompts bigint not null,
  primary key (category_id, filters)
);
-- Changes that a job hasn't added to these counts yet. Writes only add rows here, so they don't wait for each other.
create table filter_count_changes (
  category_id uuid not null,
  filters text[] not null,
  prompts bigint not null
);
create view current_filter_counts as
  select category_id, filters, prompts from filter_counts
  union all
  select category_id, filters, prompts from filter_count_changes;

create function count_new_filters() returns trigger language plpgsql as $$
begin
  insert into filter_count_changes (category_id, filters, prompts)
  select category_id, filters, count(*) from come where status = 'published' group by 1, 2;
  return null;
end
$$;
create function count_filters_anew() returns trigger language plpgsql as $$
begin
  if old.status = 'published' then
    insert into filter_count_changes (category_id, filters, prompts) values (old.category_id, old.filters, -1);
  end if;
  if tg_op = 'UPDATE' and new.status = 'published' then
    insert into filter_count_changes (category_id, filters, prompts) values (new.category_id, new.filters, 1);
  end if;
  return null;
end
$$;
create trigger filter_counts_come after insert on prompts
  referencing new table as come for each statement execute function count_new_filters();
create trigger filter_counts_go after delete on prompts
  for each row execute function count_filters_anew();
create trigger filter_counts_change after update on prompts
  for each row when ((old.status, old.category_id, old.filters) is distinct from (new.status, new.category_id, new.filters))
  execute function count_filters_anew();

-- Backups leave these derived tables out; a restore calls these functions (src/server/backup/stored-tables.ts). The
-- table of changes is only emptied, because the computed counts contain all changes.
create function refill_filter_counts() returns void language sql as $$
  delete from filter_counts;
  insert into filter_counts (category_id, filters, prompts) select category_id, filters, prompts from filtered_prompts
$$;
create function refill_filter_count_changes() returns void language sql as $$
  delete from filter_count_changes
$$;
select refill_filter_counts();
