-- Why a model counts as ended: the site hasn't offered it (`offers`), its vendor's list no longer has it (`list`), the
-- vendor has said since `unknown_since` that it doesn't know the model (`failures`), or an admin said so (`admin`).
-- `listed_on`: the last day on which its vendor's list had it.
alter table model_offers
  add column ended_by text check (ended_by in ('offers', 'list', 'failures', 'admin')),
  add column listed_on date,
  add column unknown_since date;
