-- Runs after the triggers exist, so that no prompt is missed, and without their lock on the table of prompts.
select refill_prompt_embeddings();
