-- What a passkey login took from the limit of its network, so that it can be given back to the same window.
alter table passkey_challenges add column taken jsonb;

-- Until when a process computes the vector of this prompt. Afterwards, another process may do it.
alter table prompt_embeddings add column computing_until timestamptz;

-- Finds the empty grants to delete.
create index credit_lots_ended on credit_lots (expires_at) where remaining = 0;
