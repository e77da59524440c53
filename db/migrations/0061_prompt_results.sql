-- Whether a prompt has public test results. Derived: the feature `prompt-tests` computes it.
alter table prompts add column has_results boolean not null default false;
