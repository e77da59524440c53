-- Whether the member is an admin who made themself a member. The other members see it.
alter table group_members add column added_themself boolean not null default false;
