-- What shows that a prompt works on a model, one row for each source and model. Each source recomputes its rows in the
-- transaction that changes it (src/features/proofs/server/store-proofs.ts), and a job adds the rows of older prompts.
-- `current`: whether it is about the prompt's current text. `passed` of `answered`: answers that passed, or reports of
-- use that say “worked”.
create table proofs (
  prompt_id uuid not null references prompts on delete cascade,
  source text not null check (source in ('test', 'comparison', 'report')),
  model text not null,
  current boolean not null,
  passed integer not null,
  answered integer not null check (answered > 0),
  made_at timestamptz not null,
  primary key (prompt_id, source, model)
);
create index proofs_model on proofs (model, prompt_id);

-- When a model ended, and whether the prompts that depend on it have already been updated.
alter table model_offers
  add column ended_on date,
  add column applied boolean not null default true;

-- The best of a prompt's proofs, for its page, and when it was proved, if it is. Filters and orders of lists use both.
alter table prompts
  add column proof jsonb,
  add column proved_at timestamptz;
create index prompts_proved on prompts (proved_at desc, id desc) where status = 'published' and proved_at is not null;
create index prompts_category_proved on prompts (category_id, proved_at desc, id desc)
  where status = 'published' and proved_at is not null;

-- Lists by tag have this order too (0019_tag_lists.sql).
alter table prompt_tags add column proved_at timestamptz;
create index prompt_tags_proved on prompt_tags (tag, category_id, proved_at, prompt_id) where proved_at is not null;
create or replace view tagged_prompts as
  select t.tag collate "C" as tag, p.category_id, p.published_at, p.id as prompt_id, p.copies, p.rating, p.trending,
    p.proved_at
  from prompts p cross join lateral (select distinct unnest(p.tags) as tag) t
  where p.status = 'published';
create or replace function list_new_prompts() returns trigger language plpgsql as $$
begin
  insert into prompt_tags (tag, category_id, published_at, prompt_id, copies, rating, trending, proved_at)
  select distinct unnest(tags), category_id, published_at, id, copies, rating, trending, proved_at from come
  where status = 'published';
  return null;
end
$$;
create or replace function list_prompt_anew() returns trigger language plpgsql as $$
begin
  if old.status = 'published' then
    delete from prompt_tags
    where tag = any(old.tags) and category_id = old.category_id and published_at = old.published_at and prompt_id = old.id;
  end if;
  if tg_op = 'UPDATE' and new.status = 'published' then
    insert into prompt_tags (tag, category_id, published_at, prompt_id, copies, rating, trending, proved_at)
    select distinct unnest(new.tags), new.category_id, new.published_at, new.id, new.copies, new.rating, new.trending,
      new.proved_at;
  end if;
  return null;
end
$$;
drop trigger prompt_tags_change on prompts;
create trigger prompt_tags_change after update on prompts
  for each row when (
    (old.status, old.tags, old.category_id, old.published_at, old.id, old.copies, old.rating, old.trending, old.proved_at)
    is distinct from
    (new.status, new.tags, new.category_id, new.published_at, new.id, new.copies, new.rating, new.trending, new.proved_at)
  ) execute function list_prompt_anew();
create or replace function refill_prompt_tags() returns void language sql as $$
  delete from prompt_tags;
  insert into prompt_tags (tag, category_id, published_at, prompt_id, copies, rating, trending, proved_at)
  select tag, category_id, published_at, prompt_id, copies, rating, trending, proved_at from tagged_prompts
  order by tag, category_id, published_at, prompt_id
$$;
