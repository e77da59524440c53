import { Link } from '@tanstack/react-router'
import { siteFacts } from '#client/site-facts.ts'
import type { User } from '#features/accounts/contract.ts'
import { msg, t, translate } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { ResendEmail } from './resend-email.tsx'

/** Shows the user's name, their email address and whether it is confirmed, and when they registered. */
export function ProfileFacts({ user: { username, email, emailVerified, createdAt } }: { user: User }) {
  const { sendsNoEmail } = siteFacts()
  return (
    <dl className="facts facts-wide max-w-160 border-t-0">
      <div>
        <dt>{t('Username')}</dt>
        <dd>
          <Link to="/user/$username" params={{ username }} className="link">
            {username}
          </Link>
        </dd>
      </div>
      <div>
        <dt>{t('Email')}</dt>
        <dd>
          {email}
          <p className="font-normal text-ink-2">
            {emailVerified
              ? t('Confirmed. Only you can see it.')
              : sendsNoEmail
                ? translate(noEmailText)
                : translate(unconfirmedText)}
          </p>
          {!emailVerified && !sendsNoEmail && <ResendEmail />}
        </dd>
      </div>
      <div>
        <dt>{t('Member since')}</dt>
        <dd>{usDate(createdAt)}</dd>
      </div>
    </dl>
  )
}

const noEmailText = msg('Not confirmed: this site doesn’t send email. Only you can see it.')

const unconfirmedText = msg(
  'Not confirmed yet. Open the link in our email, in this browser. Confirm your address now: until you do, a password reset also removes your passkeys, connected accounts and two-step sign-in.',
)
