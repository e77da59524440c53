-- The answers of a model to featured prompts that an admin asked for at the site's cost: one row for each prompt and
-- model. A prompt is asked at most once for each request. `content_hash` is that of the text that was asked.
create table featured_answers (
  prompt_id uuid not null references prompts on delete cascade,
  model text not null,
  content_hash bytea not null,
  state text not null check (state in ('waiting', 'asking', 'done', 'failed')),
  failure text,
  -- In US dollars.
  cost double precision,
  comparison_id uuid,
  requested_at timestamptz not null,
  asked_at timestamptz,
  ended_at timestamptz,
  primary key (prompt_id, model)
);
