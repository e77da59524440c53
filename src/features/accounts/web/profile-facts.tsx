import { Link, useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { User } from '#features/accounts/contract.ts'
import { usDate } from '#lib/us-date.ts'
import { notify } from '#ui/notice.tsx'

/** Who one is here, and whether the e-mail address is confirmed. */
export function ProfileFacts({ user: { username, email, emailVerified, createdAt } }: { user: User }) {
  return (
    <dl className="facts facts-wide max-w-160">
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
          <p className="font-normal text-ink-2">{emailVerified ? 'Confirmed. Nobody else sees it.' : unconfirmed}</p>
          {!emailVerified && <SendLetterAgain />}
        </dd>
      </div>
      <div>
        <dt>Member since</dt>
        <dd>{usDate(createdAt)}</dd>
      </div>
    </dl>
  )
}

const unconfirmed =
  'Not confirmed yet. Open the link in our letter, in this browser. Until then a password that is reset by a link takes ' +
  'away passkeys, connected accounts and the second factor.'

function SendLetterAgain() {
  const { api } = useRouteContext({ from: '__root__' })
  const [sent, setSent] = useState(false)
  const send = async () => {
    try {
      await api('POST /api/email/verification')
      setSent(true)
      notify({ title: 'Letter sent', text: 'Look into your mail.' })
    } catch (error) {
      notify({ title: 'The letter was not sent', text: (error as Error).message, failed: true })
    }
  }
  return (
    <button type="button" className="btn mt-2" aria-disabled={sent} onClick={sent ? undefined : send}>
      {sent ? 'Letter sent' : 'Send the letter again'}
    </button>
  )
}
