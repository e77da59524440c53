import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useRouteContext } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { User } from '#features/accounts/contract.ts'
import type { Overview } from '#features/moderation/contract.ts'
import { SiteViews } from '#features/views/web/site-views.tsx'
import { countedMax } from '#lib/counted-max.ts'
import { formatNumber } from '#lib/numbers.ts'
import { type Message, msg, t, translate } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { notify } from '#ui/notice.tsx'
import { rich } from '#ui/rich.ts'
import { overviewQuery } from './admin-queries.ts'
import { OldestList } from './oldest-list.tsx'
import { useAdminRequest } from './use-admin-request.ts'

type Count = {
  key: Exclude<keyof Overview, 'moderation' | 'oldest'>
  label: Message
  link?: LinkProps
  /** The role that `link` requires. */
  role?: 'admin'
  /** Set if the count is shown without “+”. Other counts stop at `countedMax`, where they get a “+”. */
  exact?: true
}

const waitingCounts: Count[] = [
  { key: 'openReports', label: msg('Reports'), link: { to: '/admin/reports' } },
  {
    key: 'pendingPrompts',
    label: msg('Prompts to approve'),
    link: { to: '/admin/prompts', search: { status: 'pending' } },
  },
  {
    key: 'alarmingPrompts',
    label: msg('Prompts to read'),
    link: { to: '/admin/prompts', search: { status: 'alarms' } },
  },
  { key: 'openExamples', label: msg('Examples'), link: { to: '/admin/examples' } },
  { key: 'waitingComments', label: msg('Comments'), link: { to: '/admin/comments' } },
  { key: 'openClaims', label: msg('Claims'), link: { to: '/admin/claims' } },
  { key: 'openMessages', label: msg('Messages'), link: { to: '/admin/messages' }, role: 'admin' },
]
const totals: Count[] = [
  {
    key: 'publishedPrompts',
    label: msg('Published prompts'),
    link: { to: '/admin/prompts', search: { status: 'published' } },
    exact: true,
  },
  {
    key: 'removedPrompts',
    label: msg('Removed prompts'),
    link: { to: '/admin/prompts', search: { status: 'removed' } },
  },
  { key: 'members', label: msg('Members'), link: { to: '/admin/users' }, role: 'admin' },
  {
    key: 'bannedMembers',
    label: msg('Banned'),
    link: { to: '/admin/users', search: { role: 'banned' } },
    role: 'admin',
  },
  { key: 'tools', label: msg('Tools'), link: { to: '/admin/tools' }, role: 'admin', exact: true },
  { key: 'categories', label: msg('Categories'), link: { to: '/admin/categories' }, role: 'admin', exact: true },
]

/**
 * The page that shows how much is waiting for a decision, what the site contains and, to admins, its views. `offer` is
 * what a higher feature proposes to do.
 */
export function OverviewPage({ user, offer }: { user: User; offer?: ReactNode }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data, error, refetch } = useQuery(overviewQuery(api))
  if (error && !data) return <LoadFailure error={error} onRetry={() => refetch()} />
  return (
    <div aria-busy={!data}>
      <Counts
        title={t('Waiting for you')}
        counts={waitingCounts}
        data={data}
        user={user}
        big
        none={t('You’re all caught up.')}
      />
      {data && <OldestList items={data.oldest} />}
      <p className="mt-2 text-ink-2 text-small">
        {data?.moderation === 'pre'
          ? t('The first prompts of new members and prompts with external links wait here before others see them.')
          : t('Prompts appear immediately, and members report problems.')}{' '}
        {rich('Whoever runs the server changes this with the setting {setting}.', {
          setting: <code>MODERATION</code>,
        })}
      </p>
      {offer}
      <Counts title={t('On this site')} counts={totals} data={data} user={user} />
      {user.role === 'admin' && (
        <>
          <SiteViews />
          <ClearCache />
        </>
      )}
    </div>
  )
}

function Counts({
  title,
  counts,
  data,
  user,
  big = false,
  none,
}: {
  title: string
  counts: Count[]
  data?: Overview
  user: User
  big?: boolean
  /** The text that is shown if all counts are zero. */
  none?: string
}) {
  // Counts of zero are hidden. Only admins see the number of open messages.
  const visible = counts.filter(
    ({ key }) => (key !== 'openMessages' || user.role === 'admin') && (data === undefined || data[key] !== 0),
  )
  const heading = <h2 className="border-ink border-t-2 pt-2.5 pb-3 text-h3">{title}</h2>
  if (none && visible.length === 0)
    return (
      <section className="mt-6 first:mt-0">
        {heading}
        <p>{none}</p>
      </section>
    )
  return (
    <section className="mt-6 first:mt-0">
      {heading}
      <ul className="cards admin-counts">
        {visible.map(({ key, label, link, role, exact }) => {
          const count = data?.[key] ?? undefined
          const text = count === undefined ? '–' : `${formatNumber(count)}${!exact && count >= countedMax ? '+' : ''}`
          const isLinked = link && (role !== 'admin' || user.role === 'admin')
          return (
            <li
              key={key}
              className={`relative -me-px -mb-px border-hair border-e border-b p-5 ${isLinked ? 'hover:bg-hover' : ''}`}
            >
              <span className={`block font-display font-semibold tabular-nums ${big ? 'text-h1' : 'text-h2'}`}>
                {text}
              </span>
              {isLinked ? (
                <Link {...link} className="cover inline-flex items-center gap-1.5 hover:underline" data-list-item="">
                  {translate(label)}
                  <Icon name="arrow-right" className="icon-sm rtl:-scale-x-100" />
                </Link>
              ) : (
                translate(label)
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function ClearCache() {
  const request = useAdminRequest()
  const [pending, setPending] = useState(false)
  const clear = async () => {
    setPending(true)
    const refusal = await request((api) => api('POST /api/cache/clear'), t('The page cache was not cleared'))
    setPending(false)
    if (!refusal) notify({ title: t('Page cache cleared'), text: t('Pages are rendered again on the next request.') })
  }
  return (
    <section className="mt-10 border-hair border-t pt-4">
      <h2 className="text-h3">{t('Page cache')}</h2>
      <p className="mt-1 mb-3 max-w-[42em] text-ink-2">
        {t(
          'Pages are cached in memory and updated after every change. Clear the cache after changing the database directly.',
        )}
      </p>
      <button type="button" className="btn" onClick={clear} aria-disabled={pending}>
        {t('Clear the page cache')}
      </button>
    </section>
  )
}
