-- Collections of starter prompts and tools are a third part of the starter catalogue.
alter table starter_parts drop constraint starter_parts_part_check;
alter table starter_parts add constraint starter_parts_part_check check (part in ('prompts', 'tools', 'collections'));
