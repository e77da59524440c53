-- The member who is this credited author. Prompts with the author's credit count for the member: their `credited_ids`
-- then contain the member's id.
alter table credited_authors add column member_id uuid references users (id);
create index credited_authors_member on credited_authors (member_id) where member_id is not null;
create index prompts_credited on prompts using gin (credited_ids) where credited_ids <> '{}';

-- Who claimed to be which credited author, and how: by a GitHub login, or by asking a moderator. The member whose claim
-- holds now is in `member_id`.
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
