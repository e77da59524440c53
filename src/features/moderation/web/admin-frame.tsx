import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useLocation, useRouteContext } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import type { User } from '#features/accounts/contract.ts'
import { Protected } from '#features/accounts/web/protected.tsx'
import type { Overview } from '#features/moderation/contract.ts'
import type { Queue } from '#features/moderation/rules.ts'
import { formatNumber } from '#lib/numbers.ts'
import { type Message, msg, plural, t, translate } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { PageHead } from '#ui/layout/page-head.tsx'
import { SheetHead } from '#ui/layout/sheet-head.tsx'
import { overviewQuery } from './admin-queries.ts'
import { ageOf } from './waiting-age.ts'
import './admin-frame.css'

type AdminPath = Extract<LinkProps['to'], `/admin${string}`>
type AdminPage = { name: Message; to: AdminPath; role?: 'admin' }
type QueuePage = AdminPage & { counts: (keyof Overview)[]; queues: Queue[] }

const overviewPage: AdminPage = { name: msg('Overview'), to: '/admin' }
const queuePages: QueuePage[] = [
  { name: msg('Reports'), to: '/admin/reports', counts: ['openReports'], queues: ['reports'] },
  {
    name: msg('Prompts'),
    to: '/admin/prompts',
    counts: ['pendingPrompts', 'alarmingPrompts'],
    queues: ['prompts', 'alarms'],
  },
  { name: msg('Examples'), to: '/admin/examples', counts: ['openExamples'], queues: ['examples'] },
  { name: msg('Comments'), to: '/admin/comments', counts: ['waitingComments'], queues: ['comments'] },
  { name: msg('Claims'), to: '/admin/claims', counts: ['openClaims'], queues: ['claims'] },
  { name: msg('Messages'), to: '/admin/messages', counts: ['openMessages'], queues: ['messages'], role: 'admin' },
]
const sitePages: AdminPage[] = [
  { name: msg('People'), to: '/admin/users', role: 'admin' },
  { name: msg('Groups'), to: '/admin/groups', role: 'admin' },
  { name: msg('Invitations'), to: '/admin/invitations', role: 'admin' },
  { name: msg('Tools'), to: '/admin/tools', role: 'admin' },
  { name: msg('Categories'), to: '/admin/categories', role: 'admin' },
  { name: msg('Models'), to: '/admin/models', role: 'admin' },
  { name: msg('Health'), to: '/admin/health', role: 'admin' },
  { name: msg('Audit log'), to: '/admin/audit', role: 'admin' },
]

/**
 * The layout of a page of the admin area: the navigation, then the page's content. `adminsOnly` excludes moderators.
 * `section`: the page of the navigation to which this page belongs, if its address doesn't begin with that page's.
 */
export function AdminFrame({
  title,
  adminsOnly = false,
  section,
  children,
}: {
  title: string
  adminsOnly?: boolean
  section?: AdminPath
  children: (user: User) => ReactNode
}) {
  const { pathname } = useLocation()
  const current = section ?? pathname
  return (
    <Protected role={adminsOnly ? 'admin' : 'moderator'}>
      {(user) => (
        <div className="wrap admin-page pb-10">
          <PageHead
            title={title}
            above={
              current !== overviewPage.to && (
                <Link to="/admin" className="hover:underline">
                  {t('Admin')}
                </Link>
              )
            }
          />
          <div className="admin-layout">
            <Navigation user={user} current={current} />
            <div className="min-w-0">{children(user)}</div>
          </div>
        </div>
      )}
    </Protected>
  )
}

const navigationId = 'admin-pages'

/**
 * The links to the pages of the admin area, beside the page. The queues have the number of what is waiting, and the age
 * of the oldest. On narrow screens, a button opens the links as a sheet, and says how much is waiting in all.
 */
export function Navigation({ user, current }: { user: User; current: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data } = useQuery(overviewQuery(api))
  const sheet = useRef<HTMLElement>(null)
  const isAllowed = ({ role }: AdminPage) => role !== 'admin' || user.role === 'admin'
  const countOf = ({ counts }: QueuePage) => counts.reduce((sum, key) => sum + Number(data?.[key] ?? 0), 0)
  const waiting = queuePages.reduce((sum, page) => sum + countOf(page), 0)
  const isCurrent = ({ to }: AdminPage) => current === to || (to !== overviewPage.to && current.startsWith(`${to}/`))
  const here = [...queuePages, ...sitePages].find(isCurrent) ?? overviewPage
  const linkTo = (page: AdminPage, fact?: ReactNode) => (
    <Link
      key={page.to}
      to={page.to}
      aria-current={isCurrent(page) ? 'page' : undefined}
      activeOptions={{ exact: true }}
      activeProps={{}}
      onClick={() => sheet.current?.hidePopover()}
    >
      {translate(page.name)}
      {fact}
    </Link>
  )
  const sites = sitePages.filter(isAllowed)
  return (
    <>
      <button type="button" className="btn mb-5 justify-start side:hidden" popoverTarget={navigationId}>
        <Icon name="menu" className="icon-sm" />
        {translate(here.name)}
        {waiting > 0 && (
          <span className="font-normal text-ink-2">{plural(waiting, '{count} waiting', '{count} waiting')}</span>
        )}
      </button>
      <nav ref={sheet} id={navigationId} popover="auto" className="bottom-sheet side-sheet" aria-label={t('Admin')}>
        <SheetHead sheetId={navigationId} className="mb-2 side:hidden">
          {t('Admin')}
        </SheetHead>
        <div className="admin-links">{linkTo(overviewPage)}</div>
        <p className="admin-links-head">{t('Queues')}</p>
        <div className="admin-links">
          {queuePages.filter(isAllowed).map((page) => {
            const oldest = data?.oldest.find(({ queue }) => page.queues.includes(queue))
            const count = countOf(page)
            return linkTo(
              page,
              count > 0 && (
                <span className="font-normal text-ink-2 tabular-nums">
                  {formatNumber(count)}
                  {oldest && ` · ${ageOf(oldest.since, new Date())}`}
                </span>
              ),
            )
          })}
        </div>
        {sites.length > 0 && (
          <>
            <p className="admin-links-head">{t('Site')}</p>
            <div className="admin-links">{sites.map((page) => linkTo(page))}</div>
          </>
        )}
      </nav>
    </>
  )
}
