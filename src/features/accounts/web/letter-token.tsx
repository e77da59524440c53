import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { FailureNote } from '#ui/note.tsx'
import type { ApiError } from '#web/api-error.ts'

/**
 * The token of the letter's link: undefined until it is read, null where the address has none. It leaves the address at
 * once, so that no history, no screenshot and no other site gets it.
 */
export function useLetterToken(): string | null | undefined {
  const router = useRouter()
  const [token, setToken] = useState<string | null>()
  useEffect(() => {
    const { pathname, searchParams } = new URL(location.href)
    setToken((known) => known ?? searchParams.get('token'))
    if (searchParams.has('token')) router.navigate({ href: pathname, replace: true, resetScroll: false })
  }, [router])
  return token
}

/** What to say of a link without its token. */
export const notWhole = 'The link is incomplete. Open it from the email again, or request a new one.'

/** Whether a failure means the link, which then never works, and not the network or a busy server. */
export function isDeadLink({ status }: ApiError): boolean {
  return status >= 400 && status < 408
}

/** Says that a link from a letter doesn't work, and where there is a new one. */
export function DeadLink({ reason, to, label }: { reason: string; to: '/auth/forgot' | '/settings'; label: string }) {
  return (
    <FailureNote
      title="This link does not work"
      action={
        <Link to={to} className="btn">
          {label}
        </Link>
      }
    >
      {reason}
    </FailureNote>
  )
}
