import { useSession } from '#features/accounts/web/session-store.ts'

/**
 * A link to the contact form, for visitors who want to report `what`, such as “this prompt”. Members don't see it,
 * because they have a form for reports.
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
