import { Link, useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { User } from '#features/accounts/contract.ts'
import { usDate } from '#lib/us-date.ts'
import { notify } from '#ui/notice.tsx'

/** The user's name, email address, whether it is confirmed, and the date of registration. */
export function ProfileFacts({ user: { username, email, emailVerified, createdAt } }: { user: User }) {
  return (
    <dl className="facts facts-wide max-w-160 border-t-0">
      <div>
        <dt>Username</dt>
        <dd>
          <Link to="/user/$username" params={{ username }} className="link">
            {username}
          </Link>
        </dd>
      </div>
      <div>
        <dt>Email</dt>
        <dd>
          {email}
          <p className="font-normal text-ink-2">
            {emailVerified ? 'Confirmed. Only you can see it.' : unconfirmedText}
          </p>
          {!emailVerified && <ResendEmail />}
        </dd>
      </div>
      <div>
        <dt>Member since</dt>
        <dd>{usDate(createdAt)}</dd>
      </div>
    </dl>
  )
}

const unconfirmedText =
  'Not confirmed yet. Open the link in our email, in this browser. Confirm it now: until you do, a password reset also ' +
  'removes your passkeys, connected accounts and two-step sign-in.'

function ResendEmail() {
  const { api } = useRouteContext({ from: '__root__' })
  const [sent, setSent] = useState(false)
  const send = async () => {
    try {
      await api('POST /api/email/verification')
      setSent(true)
      notify({ title: 'Email sent', text: 'Check your inbox.' })
    } catch (error) {
      notify({ title: 'The email was not sent', text: (error as Error).message, failed: true })
    }
  }
  return (
    <button type="button" className="btn mt-2" aria-disabled={sent} onClick={sent ? undefined : send}>
      {sent ? 'Email sent' : 'Send the email again'}
    </button>
  )
}
