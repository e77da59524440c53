-- The operator's own OpenID provider, in addition to GitHub and Google. `not valid` skips checking existing rows, because a
-- wider check holds for all of them.
alter table connections drop constraint connections_provider_check;
alter table connections add constraint connections_provider_check check (provider in ('github', 'google', 'oidc')) not valid;
