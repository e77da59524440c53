-- Since when an address is known to be its person's. What lets in from before that goes with a reset by letter: it may be
-- of somebody who registered with another's address.
alter table users add column email_verified_at timestamptz;
update users u set email_verified_at = coalesce(
  (select max(a.at) from audit_log a
    where a.target_kind = 'user' and a.target_id = u.id::text and a.action = 'account.verify-email'),
  -- An account that another site made has a confirmed address from its first moment, and so has the connection.
  (select c.created_at from connections c where c.user_id = u.id and c.created_at = u.created_at limit 1),
  now())
where u.email_verified;

-- A link that the operator handed over proves nothing of the address.
alter table account_tokens add column by_letter boolean not null default true;

-- What is written to the operator's own address stays when an account under that address goes.
alter table letters add column to_operator boolean not null default false;
