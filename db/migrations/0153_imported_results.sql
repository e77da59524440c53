-- A picture that an import brought is a result of its own kind.
alter table results drop constraint results_source_check;
alter table results add constraint results_source_check
  check (source in ('test', 'comparison', 'pasted', 'example', 'import', 'editors'));
