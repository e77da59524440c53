-- Who answers for a prompt of a group, and until when it counts as reviewed. `owner_id`: a member of the group, or null
-- if the group's approvers answer for it. `asked_at`: when they were asked whether the prompt is still right, once it
-- was due. A row exists as long as a prompt that its group has read belongs to the group.
create table prompt_reviews (
  prompt_id uuid primary key references prompts on delete cascade,
  group_id uuid not null references groups,
  owner_id uuid,
  due_at timestamptz not null,
  asked_at timestamptz,
  foreign key (group_id, owner_id) references group_members on delete set null (owner_id)
);
create index prompt_reviews_due on prompt_reviews (due_at) where asked_at is null;
create index prompt_reviews_group on prompt_reviews (group_id, due_at, prompt_id);
create index prompt_reviews_owner on prompt_reviews (owner_id, group_id) where owner_id is not null;

-- Members who no longer answer for prompts of a group. A job tells its approvers and deletes the row.
create table group_handovers (
  id uuid primary key,
  group_id uuid not null references groups on delete cascade,
  user_id uuid references users on delete set null,
  prompts integer not null
);
create index group_handovers_group on group_handovers (group_id);
create index group_handovers_user on group_handovers (user_id) where user_id is not null;

-- A prompt that its group takes out of use is a draft that still belongs to the group.
alter table prompts
  drop constraint prompts_groups,
  add constraint prompts_groups check (case
    when group_id is null then group_ids = '{}' and status <> 'shared' and status_before is distinct from 'shared'
    else group_id = any (group_ids) and cardinality(group_ids) <= 20
      and (status <> 'shared' or published_at is not null) end) not valid;
alter table prompts validate constraint prompts_groups;

create function group_writer(in_group uuid, writer uuid) returns uuid language sql stable as $$
  select m.user_id from group_members m join users u on u.id = m.user_id
  where m.group_id = in_group and m.user_id = writer and m.role <> 'reader' and not u.banned
$$;

-- A prompt that comes to a group, or comes back, begins as reviewed, and its author answers for it.
create function begin_prompt_review() returns trigger language plpgsql as $$
begin
  if new.group_id is null then
    delete from prompt_reviews where prompt_id = new.id;
  elsif new.status in ('shared', 'published') then
    insert into prompt_reviews as r (prompt_id, group_id, owner_id, due_at)
    select new.id, g.id, group_writer(g.id, new.user_id), now() + make_interval(days => g.review_days)
    from groups g where g.id = new.group_id
    on conflict (prompt_id) do update set
      owner_id = case when r.group_id = excluded.group_id then r.owner_id else excluded.owner_id end,
      group_id = excluded.group_id, due_at = excluded.due_at, asked_at = null;
  end if;
  return null;
end
$$;
create trigger prompt_reviews_come after insert on prompts
  for each row when (new.group_id is not null) execute function begin_prompt_review();
create trigger prompt_reviews_change after update of status, group_id on prompts
  for each row when (
    (old.group_id is not null or new.group_id is not null) and (
      old.group_id is distinct from new.group_id
      or old.status not in ('shared', 'published') and new.status in ('shared', 'published'))
  ) execute function begin_prompt_review();

-- A new version by the owner or an approver counts as a review. Approval of somebody else's is one too (the product).
create function review_by_edit() returns trigger language plpgsql as $$
begin
  update prompt_reviews r set asked_at = null, due_at = new.created_at + make_interval(days => g.review_days)
  from groups g where g.id = r.group_id and r.prompt_id = new.prompt_id and (r.owner_id = new.user_id or exists (
    select from group_members m
    where m.group_id = r.group_id and m.user_id = new.user_id and m.role = 'approver'));
  return null;
end
$$;
create trigger prompt_versions_review after insert on prompt_versions
  for each row when (new.version > 1) execute function review_by_edit();

-- Whoever leaves a group, may no longer write in it or is banned hands over to the group, whichever way that happens.
create function hand_over_prompts(left_group uuid, leaver uuid) returns void language plpgsql as $$
begin
  with handed as (
    update prompt_reviews set owner_id = null where group_id = left_group and owner_id = leaver returning 1)
  insert into group_handovers (id, group_id, user_id, prompts)
  select gen_random_uuid(), left_group, (select id from users where id = leaver), count(*) from handed
  having count(*) > 0;
  update approvals set state = 'withdrawn', decided_at = now()
  where group_id = left_group and user_id = leaver and state = 'waiting';
end
$$;
create function hand_over_as_member() returns trigger language plpgsql as $$
begin
  perform hand_over_prompts(old.group_id, old.user_id);
  return case tg_op when 'DELETE' then old else new end;
end
$$;
create trigger group_members_leave before delete on group_members
  for each row execute function hand_over_as_member();
create trigger group_members_read_only before update of role on group_members
  for each row when (new.role = 'reader' and old.role <> 'reader') execute function hand_over_as_member();
create function hand_over_as_banned() returns trigger language plpgsql as $$
begin
  perform hand_over_prompts(group_id, new.id) from group_members where user_id = new.id;
  return null;
end
$$;
create trigger users_hand_over after update of banned on users
  for each row when (new.banned and not old.banned) execute function hand_over_as_banned();

insert into prompt_reviews (prompt_id, group_id, owner_id, due_at)
select p.id, g.id, group_writer(g.id, p.user_id), now() + make_interval(days => g.review_days)
from prompts p join groups g on g.id = p.group_id where p.status in ('shared', 'published');
