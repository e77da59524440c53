-- The member behind a credited name. Its prompts count for them: `credited_ids` then has the member's id.
alter table credited_authors add column member_id uuid references users (id);
create index credited_authors_member on credited_authors (member_id) where member_id is not null;
create index prompts_credited on prompts using gin (credited_ids) where credited_ids <> '{}';

-- Who claimed which name, and how: by a GitHub login, or by asking a moderator. The current holder is member_id above.
create table author_claims (
  id uuid primary key,
  author_id uuid not null references credited_authors (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  status text not null check (status in ('pending', 'approved', 'declined')),
  proof text not null check (proof in ('github', 'moderator')),
  note text not null,
  created_at timestamptz not null,
  decided_at timestamptz
);
create unique index author_claims_pending on author_claims (author_id, user_id) where status = 'pending';
create index author_claims_author on author_claims (author_id);
create index author_claims_user on author_claims (user_id);
create index author_claims_queue on author_claims (status, created_at, id);
