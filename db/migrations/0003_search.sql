-- Words of published titles and tags, unaccented and in lower case: what a typing mistake is corrected to.
create table search_words (
  word text primary key
);
create index search_words_likeness on search_words using gin (word gin_trgm_ops);
