-- Queues the published English prompts that exist already, to be embedded. This is a separate migration, so that the
-- lock on `prompts` for creating the triggers has been released. The triggers queue all later prompts, so none is
-- missed.
select refill_prompt_embeddings();
