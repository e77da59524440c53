-- An index that finds tags (GIN) doesn't order its result, so a list by tag had to read all prompts with the tag. This
-- view has each published prompt once for each of its tags, with the columns that lists are ordered by.
create view tagged_prompts as
  select t.tag collate "C" as tag, p.category_id, p.published_at, p.id as prompt_id, p.copies, p.rating, p.trending
  from prompts p cross join lateral (select distinct unnest(p.tags) as tag) t
  where p.status = 'published';

-- The rows of the view, stored. No foreign keys: only the triggers below write here, and they see each change of a
-- prompt.
create table prompt_tags (
  tag text collate "C" not null,
  category_id uuid not null,
  published_at timestamptz not null,
  prompt_id uuid not null,
  copies integer not null,
  rating double precision not null,
  trending double precision not null
);

-- A statement may insert hundreds of prompts, so the trigger for inserts runs once per statement (`come` has its rows).
-- The triggers for updates and deletions run for each row.
create function list_new_prompts() returns trigger language plpgsql as $$
begin
  insert into prompt_tags (tag, category_id, published_at, prompt_id, copies, rating, trending)
  select distinct unnest(tags), category_id, published_at, id, copies, rating, trending from come
  where status = 'published';
  return null;
end
$$;
create function list_prompt_anew() returns trigger language plpgsql as $$
begin
  if old.status = 'published' then
    delete from prompt_tags
    where tag = any(old.tags) and category_id = old.category_id and published_at = old.published_at and prompt_id = old.id;
  end if;
  if tg_op = 'UPDATE' and new.status = 'published' then
    insert into prompt_tags (tag, category_id, published_at, prompt_id, copies, rating, trending)
    select distinct unnest(new.tags), new.category_id, new.published_at, new.id, new.copies, new.rating, new.trending;
  end if;
  return null;
end
$$;
create trigger prompt_tags_come after insert on prompts
  referencing new table as come for each statement execute function list_new_prompts();
create trigger prompt_tags_go after delete on prompts
  for each row execute function list_prompt_anew();
create trigger prompt_tags_change after update on prompts
  for each row when (
    (old.status, old.tags, old.category_id, old.published_at, old.id, old.copies, old.rating, old.trending)
    is distinct from
    (new.status, new.tags, new.category_id, new.published_at, new.id, new.copies, new.rating, new.trending)
  ) execute function list_prompt_anew();

-- Backups leave this derived table out; a restore fills it with this function (src/server/backup/stored-tables.ts).
create function refill_prompt_tags() returns void language sql as $$
  delete from prompt_tags;
  insert into prompt_tags (tag, category_id, published_at, prompt_id, copies, rating, trending)
  select tag, category_id, published_at, prompt_id, copies, rating, trending from tagged_prompts
  order by tag, category_id, published_at, prompt_id
$$;
select refill_prompt_tags();

-- Lists read the key and these indexes backwards. A list of prompts from all categories merges the lists of the single
-- categories.
alter table prompt_tags add primary key (tag, category_id, published_at, prompt_id);
create index prompt_tags_popular on prompt_tags (tag, category_id, copies, prompt_id);
create index prompt_tags_rating on prompt_tags (tag, category_id, rating, prompt_id);
create index prompt_tags_trending on prompt_tags (tag, category_id, trending, prompt_id);

-- Corrects counts: a tag that a prompt had twice was counted twice.
update prompt_counts k set prompts = counted.prompts
from (select tag, count(*) as prompts from prompt_tags group by tag) counted
where k.scope = 'tag' and k.key = counted.tag and k.prompts <> counted.prompts;

-- This index no longer needs the tags: prompt_tags now serves lists by tag within a category.
drop index prompts_category_newest;
create index prompts_category_newest on prompts (category_id, published_at desc, id desc) where status = 'published';
