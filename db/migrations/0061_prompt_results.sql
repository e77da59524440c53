-- Whether a prompt has public results of tests. Derived; the feature of tests computes it.
alter table prompts add column has_results boolean not null default false;
