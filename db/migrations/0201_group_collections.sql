-- A collection can be for groups (`shared`): its owner chooses groups in which they write, and their members read it. The
-- rows of a group go with it; a collection without rows is its owner's alone.
alter table collections
  drop constraint collections_visibility_check,
  add constraint collections_visibility_check
    check (visibility in ('public', 'unlisted', 'private', 'shared')) not valid;
alter table collections validate constraint collections_visibility_check;

create table collection_groups (
  collection_id uuid not null references collections on delete cascade,
  group_id uuid not null references groups on delete cascade,
  primary key (collection_id, group_id)
);
create index collection_groups_group on collection_groups (group_id);
