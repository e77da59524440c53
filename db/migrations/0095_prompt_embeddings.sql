-- The meaning of each published English prompt as a vector, computed after the row was inserted. `version` changes with
-- the text, so a vector of an older text is never stored. `signs`: the signs of the vector's numbers as bits. `place`:
-- vectors are committed in the order of their places, so a process reads only those after the last place it has read.
create sequence prompt_embedding_places;
create table prompt_embeddings (
  prompt_id uuid primary key references prompts on delete cascade,
  version bigint not null default nextval('prompt_embedding_places'),
  vector bytea check (octet_length(vector) = 512),
  signs bytea check (octet_length(signs) = 64),
  place bigint unique,
  check (num_nulls(vector, signs, place) in (0, 3))
);
create index prompt_embeddings_waiting on prompt_embeddings (prompt_id) where vector is null;

create function queue_prompt_embedding() returns trigger language plpgsql as $$
begin
  if new.status = 'published' and new.language = 'en' then
    insert into prompt_embeddings (prompt_id) values (new.id)
      on conflict (prompt_id) do update set version = excluded.version, vector = null, signs = null, place = null;
  else
    delete from prompt_embeddings where prompt_id = new.id;
  end if;
  return null;
end $$;

create trigger queue_new_embedding after insert on prompts
  for each row when (new.status = 'published' and new.language = 'en') execute function queue_prompt_embedding();
create trigger queue_changed_embedding after update of title, content, status, language on prompts
  for each row when ((old.title, old.content, old.status, old.language)
    is distinct from (new.title, new.content, new.status, new.language))
  execute function queue_prompt_embedding();

-- Backups leave this derived table out; a restore fills it with this function (src/server/backup/stored-tables.ts).
create function refill_prompt_embeddings() returns void language sql as $$
  insert into prompt_embeddings (prompt_id) select id from prompts where status = 'published' and language = 'en'
    on conflict do nothing
$$;
