-- A separate migration: the triggers already exist, so no prompt is missed, and the lock on `prompts` that was needed to
-- create them is released.
select refill_prompt_embeddings();
