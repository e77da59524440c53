-- After the triggers are in place, so that no prompt is forgotten, and without their lock on the table of prompts.
select refill_prompt_embeddings();
