-- By what later imports of a group's file recognize a collection: the id that it had at the site from which it came first.
create table group_collection_keys (
  group_id uuid not null references groups on delete cascade,
  key uuid not null,
  collection_id uuid not null references collections on delete cascade,
  primary key (group_id, key),
  constraint group_collection_keys_collection unique (collection_id, group_id)
);
