import { useSession } from '#features/accounts/web/session-store.ts'

/**
 * A link with which visitors report something in a message to the operator. Members don't see it, because they have a
 * form.
 */
export function VisitorReportLink({ what, path }: { what: string; path: string }) {
  const { user } = useSession()
  if (user) return null
  return (
    <a
      href={`/contact?subject=${encodeURIComponent(`Report: ${path}`)}`}
      className="link justify-self-start text-small"
      rel="nofollow"
    >
      Report {what}
    </a>
  )
}
