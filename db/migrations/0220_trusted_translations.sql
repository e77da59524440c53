-- Whether somebody linked a prompt to its translations who may change the original too. Only trusted versions take the
-- places of others. The original is one.
alter table prompts add column translation_trusted boolean not null default false;
update prompts p set translation_trusted = true
  from (
    select distinct on (translation_set) translation_set, user_id, group_id from prompts where translation_set is not null
    order by translation_set, id <> translation_set, id
  ) head
  where p.translation_set = head.translation_set and p.user_id = head.user_id
    and p.group_id is not distinct from head.group_id;

create or replace function keep_translations_apart() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(206, hashtext(new.translation_set::text));
  if exists (
    select from prompts p where p.translation_set = new.translation_set and p.language = new.language
      and p.status = 'published' and p.id <> new.id
  ) then
    new.translation_set := null;
    new.translation_trusted := false;
  end if;
  return new;
end $$;
