-- All prompts of a set are found by it, whatever their status.
drop index prompts_shared_translations;
create index prompts_translation_sets on prompts (translation_set) where translation_set is not null;
