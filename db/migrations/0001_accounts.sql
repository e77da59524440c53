-- People. The columns have the names that the library better-auth uses for them. The site doesn't use that library
-- (docs/decisions/011-accounts.md).
create extension if not exists citext;

create table users (
  id uuid primary key,
  name text not null,
  email citext not null unique,
  email_verified boolean not null default false,
  image text,
  username citext not null unique,
  display_username text not null,
  role text not null default 'user' check (role in ('user', 'moderator', 'admin')),
  banned boolean not null default false,
  ban_reason text,
  ban_expires timestamptz,
  two_factor_enabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The site account: author of imported prompts. It has no password, so nobody can sign in as it.
insert into users (id, name, email, username, display_username)
values ('01900000-0000-7000-8000-000000000001', 'Promptarium', 'site@promptarium.invalid', 'promptarium', 'promptarium');
