-- The day on which this site last offered each model. A model that hasn't been offered for a week has ended.
create table model_offers (
  model text primary key,
  offered_on date not null
);
-- The models that tests have used so far. A model that is no longer offered ends a week from now.
insert into model_offers (model, offered_on) select distinct model, current_date from test_answers where not own_key;

-- Notices to authors whose prompts pass their tests on a model that has ended (`model`), but not on the models that are
-- still offered. An author is notified once per prompt and model.
create table low_result_notices (
  prompt_id uuid not null references prompts on delete cascade,
  model text not null,
  notified_at timestamptz not null,
  primary key (prompt_id, model)
);
