-- In which language the site writes to a user, such as 'de'. Null is its default language.
alter table users add column language text;
