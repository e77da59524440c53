import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useRouteContext } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import type { User } from '#features/accounts/contract.ts'
import { Protected } from '#features/accounts/web/protected.tsx'
import type { Overview } from '#features/moderation/contract.ts'
import { formatNumber } from '#lib/numbers.ts'
import { PageHead } from '#ui/page-head.tsx'
import { overviewQuery } from './admin-queries.ts'
import './admin-frame.css'

type AdminPage = { name: string; link: LinkProps; count?: keyof Overview; role?: 'admin' }

const pages: AdminPage[] = [
  { name: 'Overview', link: { to: '/admin' } },
  { name: 'Reports', link: { to: '/admin/reports' }, count: 'openReports' },
  { name: 'Prompts', link: { to: '/admin/prompts' }, count: 'pendingPrompts' },
  { name: 'Examples', link: { to: '/admin/examples' }, count: 'openExamples' },
  { name: 'Comments', link: { to: '/admin/comments' }, count: 'waitingComments' },
  { name: 'Claims', link: { to: '/admin/claims' }, count: 'openClaims' },
  { name: 'Messages', link: { to: '/admin/messages' }, count: 'openMessages', role: 'admin' },
  { name: 'People', link: { to: '/admin/users' }, role: 'admin' },
  { name: 'Invitations', link: { to: '/admin/invitations' }, role: 'admin' },
  { name: 'Tools', link: { to: '/admin/tools' }, role: 'admin' },
  { name: 'Categories', link: { to: '/admin/categories' }, role: 'admin' },
  { name: 'Models', link: { to: '/admin/models' }, role: 'admin' },
  { name: 'Health', link: { to: '/admin/health' }, role: 'admin' },
  { name: 'Audit log', link: { to: '/admin/audit' }, role: 'admin' },
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

function Navigation({ user }: { user: User }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data } = useQuery(overviewQuery(api))
  const row = useRef<HTMLElement>(null)
  // Runs again when the counts have arrived, since they widen the links.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it depends on the rendered counts.
  useEffect(() => showCurrent(row.current), [data])
  const isAdmin = user.role === 'admin'
  const allowedPages = pages.filter(({ role }) => role !== 'admin' || isAdmin)
  return (
    <nav aria-label="Admin" className="seg admin-links mb-6" ref={row}>
      {allowedPages.map(({ name, link, count }) => (
        <Link key={name} {...link} activeOptions={{ exact: true, includeSearch: false }}>
          {name}
          {count && data && Number(data[count]) > 0 && (
            <span className="tabular-nums opacity-75">{formatNumber(Number(data[count]))}</span>
          )}
        </Link>
      ))}
    </nav>
  )
}
