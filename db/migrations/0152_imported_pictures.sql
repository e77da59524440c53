-- Pictures that an import brought are examples too. `source`: the address from which such a picture was fetched, if it was.
-- What the file doesn't say stays unknown: `model` is then empty, and `made_on` null.
alter table examples add column source text;
alter table examples alter column made_on drop not null;
