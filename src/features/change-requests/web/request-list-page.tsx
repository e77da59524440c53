import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { ListPaging } from '#features/catalogue/web/list-controls.tsx'
import type { ChangeRequestCard } from '#features/change-requests/contract.ts'
import { stateNames } from '#features/change-requests/rules.ts'
import { msg, t } from '#lib/texts.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { SegmentLinks } from '#ui/layout/segment-links.tsx'
import { Empty, EmptyPage } from '#ui/lists/empty.tsx'
import { GetStarted, type StartLinks } from '#ui/lists/get-started.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { Moment } from '#ui/moment.tsx'
import { rich } from '#ui/rich.ts'
import { type RequestSearch, requestsQuery } from './request-queries.ts'

const roles = [
  { value: undefined, label: msg('To your prompts') },
  { value: 'proposer', label: msg('By you') },
] as const
const decisions = [
  { value: undefined, label: msg('Open', { context: 'state' }) },
  { value: true, label: msg('Closed') },
] as const

const authorLinks: StartLinks = [
  {
    to: '/create-prompt',
    label: msg('Publish a prompt'),
    text: msg('Readers can then suggest edits to it.'),
    icon: 'plus',
  },
  {
    to: '/my-prompts',
    label: msg('Share one of yours'),
    text: msg('More readers find more to improve.'),
    icon: 'share-2',
  },
  {
    to: '/prompts',
    label: msg('Improve another prompt'),
    text: msg('Its author decides on your edit.'),
    icon: 'pencil-line',
  },
]
const proposerLinks: StartLinks = [
  {
    to: '/prompts/newest',
    label: msg('A new prompt'),
    text: msg('Its author is still working on it.'),
    icon: 'file-text',
  },
  { to: '/favorites', label: msg('A prompt you saved'), text: msg('You know what it lacks.'), icon: 'bookmark' },
  { to: '/categories', label: msg('A subject you know'), text: msg('Choose a category.'), icon: 'layout-grid' },
]

/** Lists the edits that others suggested for the member's prompts, or those that the member suggested. */
export function RequestListPage({ search }: { search: RequestSearch }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: page, error, refetch } = useQuery(requestsQuery(api, search))
  return (
    <div className="wrap pb-10" aria-busy={!page && !error}>
      <PageHead title={t('Suggested edits')}>{t('Readers suggest edits, and the prompt’s author decides.')}</PageHead>
      <div className="mb-5 flex flex-wrap gap-3">
        <SegmentLinks label={t('Suggested to you or by you')} name="role" choices={roles} current={search.role} />
        <SegmentLinks label={t('State')} name="decided" choices={decisions} current={search.decided} />
      </div>
      {error && !page && <LoadFailure error={error} onRetry={() => refetch()} />}
      {page?.items.length === 0 &&
        (search.cursor ? (
          <EmptyPage />
        ) : search.decided ? (
          <Empty>{t('Nothing has been decided yet.')}</Empty>
        ) : search.role ? (
          <GetStarted links={proposerLinks}>
            {t('You have no open suggestions. Open a prompt and select Suggest an edit.')}
          </GetStarted>
        ) : (
          <GetStarted links={authorLinks}>{t('There are no open suggestions for your prompts.')}</GetStarted>
        ))}
      {page && page.items.length > 0 && (
        <ul className="border-ink border-t-2">
          {page.items.map((request) => (
            <RequestRow key={request.id} request={request} isProposer={search.role === 'proposer'} />
          ))}
        </ul>
      )}
      {page && <ListPaging nextCursor={page.nextCursor} cursor={search.cursor} />}
    </div>
  )
}

/** Shows one suggested edit. Leaves out the state of an open one, which the selected tab already shows. */
function RequestRow({ request, isProposer }: { request: ChangeRequestCard; isProposer: boolean }) {
  const { id, prompt, user, reason, state, isMoved, revisedAt } = request
  const isToReview = state === 'open' && !isProposer
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-hair border-b py-4">
      <div className="min-w-0 [overflow-wrap:anywhere] sm:flex-1">
        <p className="font-semibold" dir="auto">
          {reason}
        </p>
        <p className="mt-1 text-small">
          <Link to="/prompt/$slug" params={{ slug: prompt.slug }} className="link" dir="auto">
            {prompt.title}
          </Link>
        </p>
        <p className="mt-1 text-ink-2 text-small">
          {rich('By {username},', { username: <bdi>{user.username}</bdi> })} <Moment time={revisedAt} />
        </p>
        <p className="flex gap-2 not-empty:mt-2">
          {state !== 'open' && <span className="badge">{stateNames[state]}</span>}
          {isMoved && state === 'open' && <span className="badge">{t('The prompt has changed')}</span>}
        </p>
      </div>
      <Link
        to="/suggested-edit/$id"
        params={{ id }}
        className="btn"
        aria-label={
          isToReview
            ? t('Review the edit to “{title}”', { title: prompt.title })
            : t('View the edit to “{title}”', { title: prompt.title })
        }
      >
        {isToReview ? t('Review', { context: 'verb' }) : t('View', { context: 'verb' })}
      </Link>
    </li>
  )
}
