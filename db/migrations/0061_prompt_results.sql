-- Whether a prompt has results of tests that everybody may see. Derived; the feature of tests recomputes it.
alter table prompts add column has_results boolean not null default false;
