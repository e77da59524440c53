import { useSession } from '#features/accounts/web/session-store.ts'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'

/**
 * A link to the contact form, for visitors who want to report what is at `path`. Members don't see it,
 * because they have a form for reports.
 */
export function VisitorReportLink({ path, isInMenu = false }: { path: string; isInMenu?: boolean }) {
  const { user } = useSession()
  if (user) return null
  return (
    <a
      href={`/contact?subject=${encodeURIComponent(t('Report: {path}', { path }))}`}
      className={isInMenu ? 'btn' : 'link justify-self-start text-small'}
      rel="nofollow"
    >
      {isInMenu && <Icon name="shield" className="icon-sm" />}
      {t('Report this prompt')}
    </a>
  )
}
