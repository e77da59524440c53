-- What is shown beside a prompt: of each source (such as comparisons) its newest public result, and which of these is
-- `shown`. Each source recomputes its row in the transaction that changes it (store-results.ts). A job adds the rows of
-- older prompts. A result with a picture comes first, then answers, then the editors' worked example.
create table results (
  prompt_id uuid not null references prompts on delete cascade,
  source text not null check (source in ('test', 'comparison', 'pasted', 'example', 'editors')),
  source_id uuid not null,
  user_id uuid references users on delete set null,
  model text,
  text text,
  picture jsonb,
  made_at timestamptz not null,
  shown boolean not null default false,
  rank smallint not null generated always as (
    case when picture is not null then 0 when source = 'editors' then 2 else 1 end) stored,
  primary key (prompt_id, source),
  check (text is not null or picture is not null)
);
create unique index results_shown on results (prompt_id) where shown;
create index results_recent on results (made_at desc, prompt_id desc) where shown and source <> 'editors';
create index results_user on results (user_id, made_at desc, prompt_id desc) where user_id is not null;

-- A starter prompt filled in and answered by hand. `content_hash` is that of the prompt's text that it fills in; it isn't
-- shown beside another text.
create table worked_examples (
  prompt_id uuid primary key references prompts on delete cascade,
  filled jsonb not null,
  text text not null,
  content_hash bytea not null,
  written_on date not null
);
alter table starter_parts drop constraint starter_parts_part_check;
alter table starter_parts
  add constraint starter_parts_part_check check (part in ('prompts', 'tools', 'collections', 'worked examples'));
