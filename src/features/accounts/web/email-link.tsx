import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ApiError } from '#client/api-error.ts'
import { msg, t } from '#lib/texts.ts'
import { FailureNote } from '#ui/note.tsx'

/**
 * Returns the token of an emailed link: undefined until it is read, and null if the URL has none. Removes the token
 * from the URL immediately, so that it doesn't end up in the history, in a screenshot or at another site.
 */
export function useLinkToken(): string | null | undefined {
  const router = useRouter()
  const [token, setToken] = useState<string | null>()
  useEffect(() => {
    const { pathname, searchParams } = new URL(location.href)
    setToken((current) => current ?? (searchParams.get('token') || null))
    if (searchParams.has('token')) router.navigate({ href: pathname, replace: true, resetScroll: false })
  }, [router])
  return token
}

/** The message for a link without a token. */
export const incompleteLinkMessage = msg('The link is incomplete. Open it from the email again, or request a new one.')

/** Tells whether a request failed because the link is invalid. After any other failure, trying again may succeed. */
export function isInvalidLink({ status }: ApiError): boolean {
  return status >= 400 && status < 408
}

/** Says that an emailed link doesn't work, and links to the page where the user can get a new one. */
export function InvalidLinkNote({
  reason,
  to,
  label,
}: {
  reason: string
  to: '/auth/forgot' | '/settings'
  label: string
}) {
  return (
    <FailureNote
      title={t('This link does not work')}
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
