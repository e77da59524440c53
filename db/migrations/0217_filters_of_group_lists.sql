-- Lists of groups with filters, and their counts, are read from these narrow rows: reading each prompt would read the
-- pages of its texts.
drop view grouped_prompts;
create view grouped_prompts as
  select unnest(p.group_ids) as group_id, p.published_at, p.id as prompt_id, p.copies, p.rating, p.trending, p.proved_at,
    p.status = 'shared' as shared, p.updated_at, p.user_id, p.category_id, p.tags, p.filters
  from prompts p where p.status in ('shared', 'published') and p.group_ids <> '{}';

alter table group_prompts
  add column shared boolean,
  add column updated_at timestamptz,
  add column user_id uuid,
  add column category_id uuid,
  add column tags text[],
  add column filters text[];
create or replace function refill_group_prompts() returns void language sql as $$
  delete from group_prompts;
  insert into group_prompts (group_id, published_at, prompt_id, copies, rating, trending, proved_at, shared, updated_at, user_id, category_id, tags, filters)
  select group_id, published_at, prompt_id, copies, rating, trending, proved_at, shared, updated_at, user_id, category_id, tags, filters
  from grouped_prompts
$$;
select refill_group_prompts();
alter table group_prompts
  alter column shared set not null,
  alter column updated_at set not null,
  alter column user_id set not null,
  alter column category_id set not null,
  alter column tags set not null,
  alter column filters set not null;
create index group_prompts_recent on group_prompts (group_id, updated_at, prompt_id);
-- The rows of a group beside each other: lists with filters and counts read them from this index alone. A row takes at most
-- half of what an index entry may: ten tags of 30 characters, and filters.
create index group_prompts_whole on group_prompts (group_id, prompt_id)
  include (shared, user_id, category_id, tags, filters, published_at, updated_at, copies, rating, trending, proved_at);

create or replace function list_new_group_prompts() returns trigger language plpgsql as $$
begin
  insert into group_prompts (group_id, published_at, prompt_id, copies, rating, trending, proved_at, shared, updated_at, user_id, category_id, tags, filters)
  select unnest(group_ids), published_at, id, copies, rating, trending, proved_at, status = 'shared', updated_at, user_id, category_id, tags, filters
  from come where status in ('shared', 'published') and group_ids <> '{}';
  return null;
end
$$;
create or replace function list_group_prompt_anew() returns trigger language plpgsql as $$
begin
  if old.status in ('shared', 'published') then
    delete from group_prompts
    where group_id = any(old.group_ids) and published_at = old.published_at and prompt_id = old.id;
  end if;
  if tg_op = 'UPDATE' and new.status in ('shared', 'published') then
    insert into group_prompts (group_id, published_at, prompt_id, copies, rating, trending, proved_at, shared, updated_at, user_id, category_id, tags, filters)
    select unnest(new.group_ids), new.published_at, new.id, new.copies, new.rating, new.trending, new.proved_at,
      new.status = 'shared', new.updated_at, new.user_id, new.category_id, new.tags, new.filters;
  end if;
  return null;
end
$$;
drop trigger group_prompts_change on prompts;
create trigger group_prompts_change after update on prompts
  for each row when (
    (old.group_id is not null or new.group_id is not null) and
    (old.status, old.group_ids, old.published_at, old.id, old.copies, old.rating, old.trending, old.proved_at,
      old.updated_at, old.user_id, old.category_id, old.tags, old.filters)
    is distinct from
    (new.status, new.group_ids, new.published_at, new.id, new.copies, new.rating, new.trending, new.proved_at,
      new.updated_at, new.user_id, new.category_id, new.tags, new.filters)
  ) execute function list_group_prompt_anew();
