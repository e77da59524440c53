-- Counting the saves (`favourites`) of a day reads only this index.
create index favourites_day on favourites (saved_at) include (prompt_id);
