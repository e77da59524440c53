-- The published forks of a prompt, newest first. The prompt's page shows their number, and a separate page lists them.
create index prompts_forks on prompts (fork_of, published_at desc, id desc)
  where status = 'published' and fork_of is not null;
