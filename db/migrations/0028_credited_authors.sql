-- Authors of imported prompts. They are names, not accounts: an import creates no account. `key`: the name in lower
-- case.
create table credited_authors (
  id uuid primary key,
  key text collate "C" not null unique,
  name text not null,
  created_at timestamptz not null default now()
);
create index credited_authors_key_likeness on credited_authors using gin (key gin_trgm_ops);

-- `credited_ids`: the people named in `credit`, in order. `credit_version`: the version of the rules that found them
-- there (src/features/catalogue/credit-rules.ts). 0 means that a job has yet to find them
-- (src/features/catalogue/server/renew-credits.ts).
alter table prompts
  add column credited_ids uuid[] not null default '{}',
  add column credit_version smallint not null default 0;
create index prompts_credit_version on prompts (credit_version, id) where credit is not null;

-- Whom a prompt counts for: the people named in its credit (nobody if `credited_ids` is empty), or the account that it
-- belongs to if it has no credit, or one in which a job has yet to find them (version 0).
create function authors_of(credit text, credit_version smallint, credited_ids uuid[], user_id uuid) returns uuid[]
  language sql immutable parallel safe
  return case when credit is null or credit_version = 0 then array[user_id] else credited_ids end;

-- In these tables, an author is now either a member or a credited author, so the foreign keys to `users` are dropped.
alter table author_totals drop constraint author_totals_user_id_fkey;
alter table author_days drop constraint author_days_user_id_fkey;
alter table contributor_periods drop constraint contributor_periods_user_id_fkey;

-- Published prompts by author, with their ratings. The view computes the rows. Triggers keep them up to date in the
-- table, like those of prompt_tags (0019_tag_lists.sql), without foreign keys.
create view authored_prompts as
  select a.author_id, p.rating, p.id as prompt_id
  from prompts p cross join lateral (
    select distinct unnest(authors_of(p.credit, p.credit_version, p.credited_ids, p.user_id)) as author_id) a
  where p.status = 'published';

create table prompt_authors (
  author_id uuid not null,
  rating double precision not null,
  prompt_id uuid not null
);

-- `come` has the rows that a statement inserted.
create function list_new_authors() returns trigger language plpgsql as $$
begin
  insert into prompt_authors (author_id, rating, prompt_id)
  select distinct unnest(authors_of(credit, credit_version, credited_ids, user_id)), rating, id from come
  where status = 'published';
  return null;
end
$$;
create function list_authors_anew() returns trigger language plpgsql as $$
begin
  if old.status = 'published' then
    delete from prompt_authors
    where author_id = any(authors_of(old.credit, old.credit_version, old.credited_ids, old.user_id))
      and rating = old.rating and prompt_id = old.id;
  end if;
  if tg_op = 'UPDATE' and new.status = 'published' then
    insert into prompt_authors (author_id, rating, prompt_id)
    select distinct unnest(authors_of(new.credit, new.credit_version, new.credited_ids, new.user_id)), new.rating, new.id;
  end if;
  return null;
end
$$;
create trigger prompt_authors_come after insert on prompts
  referencing new table as come for each statement execute function list_new_authors();
create trigger prompt_authors_go after delete on prompts
  for each row execute function list_authors_anew();
create trigger prompt_authors_change after update on prompts
  for each row when (
    (old.status, old.credit, old.credit_version, old.credited_ids, old.user_id, old.id, old.rating)
    is distinct from
    (new.status, new.credit, new.credit_version, new.credited_ids, new.user_id, new.id, new.rating)
  ) execute function list_authors_anew();

-- Backups leave this derived table out; a restore fills it with this function (src/server/backup/stored-tables.ts).
create function refill_prompt_authors() returns void language sql as $$
  delete from prompt_authors;
  insert into prompt_authors (author_id, rating, prompt_id)
  select author_id, rating, prompt_id from authored_prompts order by author_id, rating, prompt_id
$$;
select refill_prompt_authors();

alter table prompt_authors add primary key (author_id, rating, prompt_id);
