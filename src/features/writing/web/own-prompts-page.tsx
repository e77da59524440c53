import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PromptStatus } from '#features/catalogue/rules.ts'
import { restorableDays } from '#features/catalogue/status-rules.ts'
import { ListPaging } from '#features/catalogue/web/list-controls.tsx'
import type { OwnPrompt } from '#features/writing/contract.ts'
import { type Message, msg, t, translate } from '#lib/texts.ts'
import { ListSearchForm } from '#ui/forms/list-search-form.tsx'
import { Icon } from '#ui/icon.tsx'
import { PageHead } from '#ui/layout/page-head.tsx'
import { Empty, EmptyPage } from '#ui/lists/empty.tsx'
import { GetStarted, type StartLinks } from '#ui/lists/get-started.tsx'
import { ListPending } from '#ui/lists/list-pending.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { ownPromptsQuery } from './own-prompt-queries.ts'
import { OwnPromptRow } from './own-prompt-row.tsx'
import { PublishDrafts } from './publish-drafts.tsx'
import { useDeletePrompt } from './use-delete-prompt.ts'

/** The tabs in their order, each with its label and the text that it shows when it is empty. */
const tabs: Record<PromptStatus, { label: Message; empty: Message }> = {
  published: { label: msg('Published'), empty: msg('You haven’t published a prompt yet.') },
  shared: { label: msg('For groups'), empty: msg('None of your prompts is only for a group.') },
  draft: { label: msg('Drafts'), empty: msg('No drafts. Save a prompt as a draft until it is ready.') },
  pending: { label: msg('Pending'), empty: msg('None of your prompts is waiting for a moderator.') },
  removed: { label: msg('Removed'), empty: msg('None of your prompts has been removed.') },
  deleted: {
    label: msg('Deleted'),
    empty: msg('Nothing here. You can restore a deleted prompt for {restorableDays} days.'),
  },
}

/** Whether a tab is always shown. While such a tab is empty, it shows ways to start a prompt. */
const isAlwaysShown = (status: PromptStatus) => status === 'published' || status === 'draft'

const startLinks: StartLinks = [
  {
    to: '/create-prompt',
    label: msg('Write a prompt'),
    text: msg('Write the text. The form suggests a title.'),
    icon: 'plus',
  },
  {
    to: '/prompt-generator',
    label: msg('Start with an idea'),
    text: msg('The generator turns it into a prompt.'),
    icon: 'feather',
  },
  {
    to: '/prompts',
    label: msg('Make your own version'),
    text: msg('Start from a prompt that works.'),
    icon: 'git-fork',
  },
]

/** A list with more prompts than this has a search field. */
const maxWithoutSearch = 10

/**
 * A React hook of a higher feature that returns how often each prompt (by id) was read recently, or undefined until
 * that is known.
 */
export type UseReads = (promptIds: string[]) => Record<string, number> | undefined

/**
 * The member's own prompts, with a tab for each status. The tabs Pending, Removed and Deleted appear only if they have
 * prompts or are open.
 */
export function OwnPromptsPage({
  status,
  q,
  cursor,
  useReads,
  notice,
}: {
  status: PromptStatus
  q?: string
  cursor?: string
  useReads: UseReads
  /** What a higher feature shows above the list. */
  notice?: ReactNode
}) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: page, error, refetch } = useQuery(ownPromptsQuery(api, { status, q, cursor }))
  const { deleted, deletePrompt, restorePrompt } = useDeletePrompt()
  const reads = useReads(status === 'published' ? (page?.items.map(({ id }) => id) ?? []) : [])
  const shownTabs = (Object.keys(tabs) as PromptStatus[]).filter(
    (name) => isAlwaysShown(name) || name === status || (page && page.counts[name] > 0),
  )
  return (
    <div className="wrap pb-10">
      <div className="flex flex-wrap items-end justify-between gap-x-6">
        <PageHead title={t('My Prompts')} />
        <div className="mb-5 flex flex-wrap gap-2">
          <Link to="/my-prompts/import" className="btn">
            <Icon name="inbox" className="icon-sm max-sm:hidden" />
            {t('Import')}
          </Link>
          <Link to="/my-prompts/import" hash="export" className="btn">
            <Icon name="download" className="icon-sm max-sm:hidden" />
            {t('Export')}
          </Link>
          <Link to="/create-prompt" className="btn btn-primary lg:hidden">
            <Icon name="plus" className="icon-sm" />
            {t('Create Prompt')}
          </Link>
        </div>
      </div>
      {notice}
      <nav aria-label={t('Status')} className="seg mb-5">
        {shownTabs.map((name) => (
          <Link
            key={name}
            to="/my-prompts"
            search={{ status: name === 'published' ? undefined : name }}
            aria-current={name === status ? 'page' : undefined}
            activeOptions={{ exact: true }}
            replace
          >
            {translate(tabs[name].label)}
            {page && <span className="tabular-nums opacity-75">{page.counts[name]}</span>}
          </Link>
        ))}
      </nav>
      <div role="status">
        {deleted && status !== 'deleted' && (
          <p className="mb-4 flex flex-wrap items-center gap-3 rounded-1 bg-sunken px-4 py-2">
            <span className="min-w-0 flex-1" dir="auto">
              {t('“{title}” was deleted. ', { title: deleted.title })}
              {deleted.removedReason === null
                ? t('You can restore it for {restorableDays} days.', { restorableDays })
                : t('A moderator removed it earlier: only a moderator can restore it.')}
            </span>
            {deleted.removedReason === null && (
              <button type="button" className="btn" onClick={() => restorePrompt(deleted)}>
                {t('Restore')}
              </button>
            )}
          </p>
        )}
      </div>
      {(q || (page && page.counts[status] > maxWithoutSearch)) && <OwnPromptSearch status={status} q={q} />}
      {status === 'draft' && !q && <PublishDrafts count={page?.counts.draft ?? 0} />}
      {error ? (
        <LoadFailure title={t('Your prompts could not be loaded')} error={error} onRetry={() => refetch()} />
      ) : page ? (
        <List
          page={page}
          status={status}
          q={q}
          cursor={cursor}
          reads={reads}
          onDelete={deletePrompt}
          onRestore={restorePrompt}
        />
      ) : (
        <ListPending />
      )}
      {page && <ListPaging nextCursor={page.nextCursor} cursor={cursor} />}
    </div>
  )
}

function List({
  page,
  status,
  q,
  cursor,
  reads,
  onDelete,
  onRestore,
}: {
  page: { items: OwnPrompt[] }
  status: PromptStatus
  q?: string
  cursor?: string
  reads: Record<string, number> | undefined
  onDelete: (prompt: OwnPrompt) => void
  onRestore: (prompt: OwnPrompt) => void
}) {
  if (page.items.length === 0 && cursor) return <EmptyPage />
  if (page.items.length === 0 && q) {
    const showAll = (
      <Link to="/my-prompts" search={{ status: status === 'published' ? undefined : status }} className="btn">
        {t('Show all')}
      </Link>
    )
    return <Empty action={showAll}>{t('None of these prompts match “{q}”.', { q })}</Empty>
  }
  if (page.items.length === 0) {
    const empty = translate(tabs[status].empty, { restorableDays })
    return isAlwaysShown(status) ? <GetStarted links={startLinks}>{empty}</GetStarted> : <Empty>{empty}</Empty>
  }
  return (
    <ul className="border-ink border-t-2">
      {page.items.map((prompt) => (
        <OwnPromptRow
          key={prompt.id}
          prompt={prompt}
          reads={reads && (reads[prompt.id] ?? 0)}
          onDelete={() => onDelete(prompt)}
          onRestore={() => onRestore(prompt)}
        />
      ))}
    </ul>
  )
}

/** The field that searches the member's own prompts of one status. The search term `q` is kept in the URL. */
function OwnPromptSearch({ status, q }: { status: PromptStatus; q?: string }) {
  const navigate = useNavigate()
  return (
    <div className="mb-4 flex">
      <ListSearchForm
        key={status}
        label={t('Search your prompts')}
        q={q}
        onSearch={(term) =>
          navigate({ to: '/my-prompts', search: { status: status === 'published' ? undefined : status, q: term } })
        }
      />
    </div>
  )
}
