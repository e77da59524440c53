-- When this site last offered a model. A model that hasn't been offered for a week has ended.
create table model_offers (
  model text primary key,
  offered_on date not null
);
-- Models that were used for tests so far: those that are no longer offered end a week from now.
insert into model_offers (model, offered_on) select distinct model, current_date from test_answers where not own_key;

-- Ended models whose absence leaves a prompt with low results; its author is notified once for each.
create table low_result_notices (
  prompt_id uuid not null references prompts on delete cascade,
  model text not null,
  notified_at timestamptz not null,
  primary key (prompt_id, model)
);
