-- When an address was confirmed. A reset by email removes the sign-in methods added before then, because they may
-- belong to somebody who registered with another person's address.
alter table users add column email_verified_at timestamptz;
update users u set email_verified_at = coalesce(
  (select max(a.at) from audit_log a
    where a.target_kind = 'user' and a.target_id = u.id::text and a.action = 'account.verify-email'),
  -- An account that was created by signing in with another site had a confirmed address when it was created. The account
  -- and its connection were created at the same time.
  (select c.created_at from connections c where c.user_id = u.id and c.created_at = u.created_at limit 1),
  now())
where u.email_verified;

-- Whether the token's link was sent by email (in column names, a letter). Using a link that the operator handed over
-- doesn't prove that the address belongs to the person.
alter table account_tokens add column by_letter boolean not null default true;

-- Emails to the operator's own address stay when an account with that address is deleted.
alter table letters add column to_operator boolean not null default false;
