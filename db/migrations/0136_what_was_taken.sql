-- What a passkey login took from the limit of its network, so that it can be given back to the same window.
alter table passkey_challenges add column taken jsonb;

-- Until when a process computes the vector of this prompt. Afterwards, another process may do it.
alter table prompt_embeddings add column computing_until timestamptz;

-- Finds the empty grants to delete.
create index credit_lots_ended on credit_lots (expires_at) where remaining = 0;

-- A changed text is computed again at once, even if a process has begun with the earlier one.
create or replace function queue_prompt_embedding() returns trigger language plpgsql as $$
begin
  if new.status = 'published' and new.language = 'en' then
    insert into prompt_embeddings (prompt_id) values (new.id) on conflict (prompt_id) do update
      set version = excluded.version, vector = null, signs = null, place = null, computing_until = null;
  else
    delete from prompt_embeddings where prompt_id = new.id;
  end if;
  return null;
end $$;
