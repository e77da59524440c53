import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useRouteContext } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import type { User } from '#features/accounts/contract.ts'
import { Protected } from '#features/accounts/web/protected.tsx'
import type { Overview } from '#features/moderation/contract.ts'
import { formatNumber } from '#lib/numbers.ts'
import { type Message, msg, t, translate } from '#lib/texts.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { overviewQuery } from './admin-queries.ts'
import './admin-frame.css'

type AdminPage = { name: Message; link: LinkProps; counts?: (keyof Overview)[]; role?: 'admin' }

const pages: AdminPage[] = [
  { name: msg('Overview'), link: { to: '/admin' } },
  { name: msg('Reports'), link: { to: '/admin/reports' }, counts: ['openReports'] },
  { name: msg('Prompts'), link: { to: '/admin/prompts' }, counts: ['pendingPrompts', 'alarmingPrompts'] },
  { name: msg('Examples'), link: { to: '/admin/examples' }, counts: ['openExamples'] },
  { name: msg('Comments'), link: { to: '/admin/comments' }, counts: ['waitingComments'] },
  { name: msg('Claims'), link: { to: '/admin/claims' }, counts: ['openClaims'] },
  { name: msg('Messages'), link: { to: '/admin/messages' }, counts: ['openMessages'], role: 'admin' },
  { name: msg('People'), link: { to: '/admin/users' }, role: 'admin' },
  { name: msg('Groups'), link: { to: '/admin/groups' }, role: 'admin' },
  { name: msg('Invitations'), link: { to: '/admin/invitations' }, role: 'admin' },
  { name: msg('Tools'), link: { to: '/admin/tools' }, role: 'admin' },
  { name: msg('Categories'), link: { to: '/admin/categories' }, role: 'admin' },
  { name: msg('Models'), link: { to: '/admin/models' }, role: 'admin' },
  { name: msg('Health'), link: { to: '/admin/health' }, role: 'admin' },
  { name: msg('Audit log'), link: { to: '/admin/audit' }, role: 'admin' },
]

/**
 * The layout of a page of the admin area: the navigation, then the page's content. `adminsOnly` excludes moderators.
 */
export function AdminFrame({
  title,
  adminsOnly = false,
  children,
}: {
  title: string
  adminsOnly?: boolean
  children: (user: User) => ReactNode
}) {
  return (
    <Protected role={adminsOnly ? 'admin' : 'moderator'}>
      {(user) => (
        <div className="wrap admin-page pb-10">
          <PageHead title={title} />
          <Navigation user={user} />
          {children(user)}
        </div>
      )}
    </Protected>
  )
}

/** Scrolls a row of links to the current one, without scrolling the page. */
function showCurrent(row: HTMLElement | null) {
  const current = row?.querySelector<HTMLElement>('[aria-current]')
  if (row && current) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2
}

/** The links to the pages of the admin area, with the numbers of what is waiting. */
export function Navigation({ user }: { user: User }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data } = useQuery(overviewQuery(api))
  const row = useRef<HTMLElement>(null)
  // Runs again when the counts have arrived, since they widen the links.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it depends on the rendered counts.
  useEffect(() => showCurrent(row.current), [data])
  const isAdmin = user.role === 'admin'
  const allowedPages = pages.filter(({ role }) => role !== 'admin' || isAdmin)
  return (
    <nav aria-label={t('Admin')} className="seg admin-links mb-6" ref={row}>
      {allowedPages.map(({ name, link, counts = [] }) => {
        const waiting = counts.reduce((sum, key) => sum + Number(data?.[key] ?? 0), 0)
        return (
          <Link key={link.to} {...link} activeOptions={{ exact: link.to === '/admin', includeSearch: false }}>
            {translate(name)}
            {waiting > 0 && <span className="tabular-nums opacity-75">{formatNumber(waiting)}</span>}
          </Link>
        )
      })}
    </nav>
  )
}
