-- When an address was confirmed. A reset by email removes the sign-in methods added before then, because they may
-- belong to somebody who registered with another person's address.
alter table users add column email_verified_at timestamptz;
update users u set email_verified_at = coalesce(
  (select max(a.at) from audit_log a
    where a.target_kind = 'user' and a.target_id = u.id::text and a.action = 'account.verify-email'),
  -- An account created through another site has had a confirmed address from the beginning. Its connection was created
  -- at the same time.
  (select c.created_at from connections c where c.user_id = u.id and c.created_at = u.created_at limit 1),
  now())
where u.email_verified;

-- Whether the link was sent by email (in column names, a letter). A link that the operator hands over doesn't prove the address.
alter table account_tokens add column by_letter boolean not null default true;

-- Emails to the operator's own address stay when an account with that address is deleted.
alter table letters add column to_operator boolean not null default false;
