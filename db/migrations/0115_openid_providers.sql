-- Adds the operator's own OpenID provider (`oidc`) to GitHub and Google. `not valid` skips checking the existing rows:
-- they all satisfy the new check, which only allows one more value.
alter table connections drop constraint connections_provider_check;
alter table connections add constraint connections_provider_check check (provider in ('github', 'google', 'oidc')) not valid;
