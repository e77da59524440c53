-- Words of what was published, unaccented and in lower case: what a typing mistake is corrected to.
create table search_words (
  word text primary key
);
create index search_words_likeness on search_words using gin (word gin_trgm_ops);

create index users_username_likeness on users using gin (lower(username::text) gin_trgm_ops);
