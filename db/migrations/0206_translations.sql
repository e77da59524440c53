-- Prompts with the same `translation_set` are translations of each other. It is the id of the original, whose author may
-- take others out. Published ones have different languages; those that aren't published may share one. Whether somebody
-- linked it who may change the original too is `translation_trusted`: only trusted versions take the places of others.
-- The original is one.
alter table prompts
  add column translation_set uuid,
  add column translation_trusted boolean not null default false;
create unique index prompts_translations on prompts (translation_set, language)
  where translation_set is not null and status = 'published';
create index prompts_translation_sets on prompts (translation_set) where translation_set is not null;

-- A prompt that is published, or whose language changes, leaves its set if that already has a published prompt in its
-- language. The lock makes concurrent transactions see each other.
create function keep_translations_apart() returns trigger language plpgsql as $$
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
create trigger keep_translations_apart before insert or update of translation_set, language, status on prompts
  for each row when (new.translation_set is not null and new.status = 'published')
  execute function keep_translations_apart();
