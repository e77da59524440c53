import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { User } from '#features/accounts/contract.ts'
import { isAlarm } from '#features/catalogue/paper-rules.ts'
import { FindingList } from '#features/catalogue/web/findings-note.tsx'
import { ListPaging } from '#features/catalogue/web/list-controls.tsx'
import type { AdminPrompt } from '#features/moderation/content-contract.ts'
import type { Overview } from '#features/moderation/contract.ts'
import { formatNumber } from '#lib/numbers.ts'
import { type Message, msg, t, translate } from '#lib/texts.ts'
import { Empty, EmptyPage } from '#ui/lists/empty.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { ActionButtons, type RowAction, removeAction, toShortcuts } from './action-buttons.tsx'
import { adminPromptsQuery, overviewQuery } from './admin-queries.ts'
import { type AdminPromptSearch, type QueueStatus, queueStatuses } from './admin-searches.ts'
import { AuthorNote } from './author-note.tsx'
import { DoneNote } from './done-note.tsx'
import { QueueLegend } from './queue-legend.tsx'
import { QueueRow } from './queue-row.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { FullPromptText } from './reports/full-prompt-text.tsx'
import { SearchField } from './search-field.tsx'
import { useModeratePrompt } from './use-moderate-prompt.ts'
import { useQueue } from './use-queue.ts'

const tabs = {
  pending: { label: msg('Waiting'), empty: msg('No prompts are waiting. You’re all caught up.') },
  alarms: { label: msg('To read'), empty: msg('Nothing alarming was found in prompts that you haven’t seen.') },
  published: { label: msg('Published'), empty: msg('No prompts are published.') },
  removed: { label: msg('Removed'), empty: msg('No prompts are removed.') },
  deleted: { label: msg('Deleted'), empty: msg('No prompts were deleted in the last 30 days.') },
} satisfies Record<QueueStatus, { label: Message; empty: Message }>

/**
 * The page with prompts by status. Keyboard shortcuts approve, remove, restore, edit and, for admins, feature a prompt,
 * or undo the last action.
 */
export function AdminPromptsPage({ user, search }: { user: User; search: AdminPromptSearch }) {
  const { api } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()
  const { data: overview } = useQuery(overviewQuery(api))
  const status = search.status ?? firstStatus(overview)
  const {
    data: page,
    error,
    refetch,
  } = useQuery({
    ...adminPromptsQuery(api, {
      ...search,
      ...(status === 'alarms' ? { status: 'published', alarms: 'unseen' } : { status }),
    }),
    enabled: status !== undefined,
  })
  const { lastAction, moderate, undo, restoreDeleted } = useModeratePrompt()
  const [removing, setRemoving] = useState<AdminPrompt | null>(null)

  /** Opens the next row if `action` resolves to null, which means success. */
  const moveOnAfter = async (action: Promise<object | null>) => {
    if (!(await action)) queue.moveOn()
  }
  const actionsOf = (prompt: AdminPrompt): RowAction[] => {
    const remove = removeAction(() => setRemoving(prompt))
    const edit: RowAction = {
      key: 'e',
      label: t('Edit'),
      icon: 'pencil-line',
      run: () => navigate({ to: '/admin/edit-prompt', search: { id: prompt.slug } }),
    }
    // With `version`, the request fails if the author has changed the prompt since the page loaded it.
    const publish = { status: 'published', version: prompt.version } as const
    if (prompt.status === 'pending')
      return [
        {
          key: 'a',
          label: t('Approve'),
          icon: 'check',
          primary: !prompt.findings.some(isAlarm),
          run: () => void moveOnAfter(moderate(prompt, { label: t('Published'), edit: publish })),
        },
        remove,
        edit,
      ]
    if (prompt.status === 'removed') {
      const undoEdit = { status: 'removed', removedReason: prompt.removedReason ?? '' } as const
      const restore = () => moveOnAfter(moderate(prompt, { label: t('Restored'), edit: publish, undoEdit }))
      return [{ key: 's', label: t('Restore'), icon: 'rotate-ccw', run: () => void restore() }, edit]
    }
    if (prompt.status === 'deleted')
      return [
        { key: 's', label: t('Restore'), icon: 'rotate-ccw', run: () => void moveOnAfter(restoreDeleted(prompt)) },
      ]
    if (status === 'alarms') {
      const { version } = prompt
      const seen = { label: t('Looked at'), edit: { seenVersion: version }, undoEdit: { seenVersion: 0 } }
      return [
        {
          key: 'a',
          label: t('Nothing to do'),
          icon: 'check',
          primary: !prompt.findings.some(isAlarm),
          run: () => void moveOnAfter(moderate(prompt, seen)),
        },
        remove,
        edit,
      ]
    }
    const { featured } = prompt
    const feature = () =>
      moderate(prompt, {
        label: featured ? t('No longer featured:') : t('Featured'),
        edit: { featured: !featured },
        undoEdit: { featured },
      })
    return [
      ...(user.role === 'admin'
        ? [
            {
              key: 'f',
              label: featured ? t('Stop featuring') : t('Feature'),
              icon: 'award',
              run: () => void feature(),
            } as RowAction,
          ]
        : []),
      remove,
      edit,
    ]
  }
  const queue = useQueue(page?.items ?? [], (open) => ({
    ...(open && toShortcuts(actionsOf(open))),
    ...(lastAction?.canUndo && { u: undo }),
  }))

  if (error && !page) return <LoadFailure error={error} onRetry={() => refetch()} />
  return (
    <div aria-busy={!page}>
      <div className="admin-filters mb-5 flex flex-wrap items-end gap-3">
        <StatusTabs status={status} q={search.q} overview={overview} />
        <SearchField
          key={search.q}
          label={t('Title or author')}
          value={search.q}
          onSearch={(q) => navigate({ to: '/admin/prompts', search: { ...search, q, cursor: undefined } })}
        />
      </div>
      <DoneNote lastAction={lastAction} onUndo={undo} />
      {page?.items.length === 0 &&
        (search.cursor ? (
          <EmptyPage />
        ) : (
          <Empty>{search.q || !status ? t('Nothing found.') : translate(tabs[status].empty)}</Empty>
        ))}
      {page && page.items.length > 0 && (
        <>
          <QueueLegend />
          <ul className="border-ink border-t-2">
            {page.items.map((prompt) => (
              <QueueRow
                key={prompt.id}
                id={prompt.id}
                title={prompt.title}
                badge={prompt.featured ? t('Featured') : undefined}
                category={prompt.category}
                username={prompt.user.username}
                time={prompt.updatedAt}
                isOpen={prompt.id === queue.open?.id}
                onOpen={() => queue.show(prompt.id)}
              >
                <AuthorNote username={prompt.user.username} authors={page.authors} />
                {prompt.removedReason !== null && (
                  <p className="border-bad border-s-4 ps-3">
                    <b>{t('Why it was removed:')} </b>
                    <bdi>{prompt.removedReason}</bdi>
                  </p>
                )}
                <FindingList findings={prompt.findings} />
                <FullPromptText prompt={prompt} />
                <ActionButtons actions={actionsOf(prompt)} />
              </QueueRow>
            ))}
          </ul>
        </>
      )}
      {page && <ListPaging nextCursor={page.nextCursor} cursor={search.cursor} />}
      {removing && (
        <RemoveDialog
          heading={t('Remove this prompt')}
          isPrompt
          title={removing.title}
          onClose={() => setRemoving(null)}
          onSend={async (removedReason) => {
            const undoEdit = removing.status === 'published' ? ({ status: 'published' } as const) : undefined
            const edit = { status: 'removed', removedReason } as const
            const refusal = await moderate(removing, { label: t('Removed'), edit, undoEdit })
            if (!refusal) queue.moveOn()
            return refusal
          }}
        />
      )}
    </div>
  )
}

/**
 * Returns the status that is selected first: pending if this site is set to hold new prompts for approval, otherwise
 * published. Returns undefined while the overview is loading.
 */
function firstStatus(overview: Overview | undefined): QueueStatus | undefined {
  return overview && (overview.moderation === 'pre' ? 'pending' : 'published')
}

/** The names of the overview's counts by status. The overview has no count of deleted prompts. */
const overviewKeys = {
  pending: 'pendingPrompts',
  alarms: 'alarmingPrompts',
  published: 'publishedPrompts',
  removed: 'removedPrompts',
} as const

function StatusTabs({ status, q, overview }: { status: QueueStatus | undefined; q?: string; overview?: Overview }) {
  const countOf = (name: QueueStatus) => (name === 'deleted' ? undefined : overview?.[overviewKeys[name]])
  return (
    <nav aria-label={t('Status')} className="seg">
      {queueStatuses.map((name) => (
        <Link
          key={name}
          to="/admin/prompts"
          search={{ status: name, q }}
          aria-current={name === status ? 'true' : undefined}
          activeOptions={{ exact: true }}
        >
          {translate(tabs[name].label)}
          {countOf(name) !== undefined && (
            <span className="tabular-nums opacity-75">{formatNumber(Number(countOf(name)))}</span>
          )}
        </Link>
      ))}
    </nav>
  )
}
