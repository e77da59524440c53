-- Links that let people register if REGISTRATION is `invite`. Only a hash of the link's secret is stored. `label`: who
-- the invitation is for. `uses` never exceeds `uses_max`, however many people register at the same time. The audit log
-- says who created which invitation.
create table invitations (
  id uuid primary key,
  token_hash bytea not null,
  label text not null,
  uses integer not null default 0,
  uses_max integer not null check (uses_max > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  check (uses between 0 and uses_max)
);
create index invitations_expires_at on invitations (expires_at);
