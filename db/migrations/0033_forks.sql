-- The published forks of a prompt, last published first: counted on its page, listed on a separate page.
create index prompts_forks on prompts (fork_of, published_at desc, id desc)
  where status = 'published' and fork_of is not null;
