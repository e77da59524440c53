-- Words of published texts, without accents and in lower case: the candidates for correcting typing mistakes.
create table search_words (
  word text primary key
);
create index search_words_likeness on search_words using gin (word gin_trgm_ops);

create index users_username_likeness on users using gin (lower(username::text) gin_trgm_ops);
