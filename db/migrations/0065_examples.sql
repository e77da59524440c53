-- What members got from a prompt: a text, or up to four pictures. `changed_at`: when the status changed.
create table examples (
  id uuid primary key,
  prompt_id uuid not null references prompts (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  model text not null,
  made_on date not null,
  settings text not null,
  text text,
  status text not null check (status in ('published', 'pending', 'removed')),
  removed_reason text,
  status_before text check (status_before in ('published', 'pending')),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  constraint examples_reason check ((status = 'removed') = (removed_reason is not null)
    and (status = 'removed') = (status_before is not null))
);
create index examples_of_prompt on examples (prompt_id, created_at, id);
create index examples_of_user on examples (user_id, created_at, id);
create index examples_pending on examples (created_at, id) where status = 'pending';
create index examples_removed on examples (changed_at, id) where status = 'removed';
-- A repeated request adds no second example.
create unique index examples_same_text on examples (user_id, prompt_id, md5(text)) where text is not null;

-- Uploaded pictures. `example_id` is null until the example that a picture belongs to is added. `key`: how the names of
-- the picture's files begin. `stored`: all its files are written. `bytes`: the size of all its files.
create table example_pictures (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  example_id uuid references examples (id) on delete cascade,
  place smallint not null default 0,
  key text not null unique,
  width integer not null,
  height integer not null,
  bytes integer not null,
  alt text not null default '',
  stored boolean not null default false,
  created_at timestamptz not null
);
create index example_pictures_of_example on example_pictures (example_id, place);
create index example_pictures_of_user on example_pictures (user_id);
create index example_pictures_unused on example_pictures (created_at) where example_id is null;

-- Keys of deleted pictures, whatever deleted their rows. A job removes the files: an hour later if an upload may still
-- be writing some of them.
create table picture_removals (
  key text primary key,
  due_at timestamptz not null
);
create index picture_removals_due on picture_removals (due_at);
create function remember_removed_picture() returns trigger language plpgsql as $$
begin
  insert into picture_removals (key, due_at)
  values (old.key, case when old.stored then now() else now() + interval '1 hour' end);
  return null;
end
$$;
create trigger example_pictures_removed after delete on example_pictures
  for each row execute function remember_removed_picture();

-- The picture on a prompt's card: the first of its first published example with pictures.
alter table prompts add column example_picture jsonb;
create index prompts_with_picture on prompts (id) where example_picture is not null;

create table example_reports (
  example_id uuid not null references examples (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  reason text not null,
  details text,
  created_at timestamptz not null,
  decided_at timestamptz,
  primary key (example_id, user_id)
);
create index example_reports_of_user on example_reports (user_id);
create index example_reports_open on example_reports (created_at, example_id) where decided_at is null;
