-- What each change of public content changed, under the catalogue version that it created. `keys` names the changed
-- things: processes drop the cached pages that show them. The row of catalogue_version stays locked until the writer
-- commits, so versions become visible in order.
create table content_changes (
  version bigint primary key,
  keys text[] not null,
  changed_at timestamptz not null default now()
);
