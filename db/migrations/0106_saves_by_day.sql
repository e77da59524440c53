-- The saves of a day are counted from this index alone.
create index favourites_day on favourites (saved_at) include (prompt_id);
