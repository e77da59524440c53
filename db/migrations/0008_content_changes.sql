-- What each change of public content changed, by the version that it created: processes drop the pages that show it.
-- The version's row is locked until the writer commits, so versions become visible in order.
create table content_changes (
  version bigint primary key,
  keys text[] not null,
  changed_at timestamptz not null default now()
);
