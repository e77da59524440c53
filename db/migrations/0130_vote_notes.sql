-- Why somebody voted so, in their own words. Only they see it.
alter table comparison_votes add column note text;
