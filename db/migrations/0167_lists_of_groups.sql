alter table prompts
  validate constraint prompts_status_check,
  validate constraint prompts_status_before_check,
  validate constraint prompts_groups;
create index prompts_group on prompts (group_id) where group_id is not null;

-- Searches of shared prompts never touch those of other groups.
create index prompts_shared_head on prompts using gin (group_ids, search_head) where status = 'shared';
create index prompts_shared_text on prompts using gin (group_ids, search_text) where status = 'shared';
create index prompts_shared_filters on prompts using gin (group_ids, category_id, tags, filters) where status = 'shared';
create index prompts_shared_title_likeness on prompts using gin (group_ids, lower(title) gin_trgm_ops)
  where status = 'shared';
create index prompts_shared_title on prompts (md5(lower(title))) where status = 'shared';

-- The rows of lists by group: each shared or published prompt of a group once for each of its groups, like prompt_tags
-- (0019_tag_lists.sql).
create view grouped_prompts as
  select unnest(p.group_ids) as group_id, p.published_at, p.id as prompt_id, p.copies, p.rating, p.trending, p.proved_at
  from prompts p where p.status in ('shared', 'published') and p.group_ids <> '{}';
create table group_prompts (
  group_id uuid not null,
  published_at timestamptz not null,
  prompt_id uuid not null,
  copies integer not null,
  rating double precision not null,
  trending double precision not null,
  proved_at timestamptz,
  primary key (group_id, published_at, prompt_id)
);
create index group_prompts_popular on group_prompts (group_id, copies, prompt_id);
create index group_prompts_rating on group_prompts (group_id, rating, prompt_id);
create index group_prompts_trending on group_prompts (group_id, trending, prompt_id);
create index group_prompts_proved on group_prompts (group_id, proved_at, prompt_id) where proved_at is not null;

create function list_new_group_prompts() returns trigger language plpgsql as $$
begin
  insert into group_prompts (group_id, published_at, prompt_id, copies, rating, trending, proved_at)
  select unnest(group_ids), published_at, id, copies, rating, trending, proved_at from come
  where status in ('shared', 'published') and group_ids <> '{}';
  return null;
end
$$;
create function list_group_prompt_anew() returns trigger language plpgsql as $$
begin
  if old.status in ('shared', 'published') then
    delete from group_prompts
    where group_id = any(old.group_ids) and published_at = old.published_at and prompt_id = old.id;
  end if;
  if tg_op = 'UPDATE' and new.status in ('shared', 'published') then
    insert into group_prompts (group_id, published_at, prompt_id, copies, rating, trending, proved_at)
    select unnest(new.group_ids), new.published_at, new.id, new.copies, new.rating, new.trending, new.proved_at;
  end if;
  return null;
end
$$;
create trigger group_prompts_come after insert on prompts
  referencing new table as come for each statement execute function list_new_group_prompts();
create trigger group_prompts_go after delete on prompts
  for each row when (old.group_id is not null) execute function list_group_prompt_anew();
create trigger group_prompts_change after update on prompts
  for each row when (
    (old.group_id is not null or new.group_id is not null) and
    (old.status, old.group_ids, old.published_at, old.id, old.copies, old.rating, old.trending, old.proved_at)
    is distinct from
    (new.status, new.group_ids, new.published_at, new.id, new.copies, new.rating, new.trending, new.proved_at)
  ) execute function list_group_prompt_anew();

-- Backups leave this derived table out; a restore fills it with this function.
create function refill_group_prompts() returns void language sql as $$
  delete from group_prompts;
  insert into group_prompts (group_id, published_at, prompt_id, copies, rating, trending, proved_at)
  select group_id, published_at, prompt_id, copies, rating, trending, proved_at from grouped_prompts
$$;
