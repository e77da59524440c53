-- A voter's reason, in their own words. Only the voter sees it.
alter table comparison_votes add column note text;
