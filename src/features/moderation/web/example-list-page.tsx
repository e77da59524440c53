import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { ExampleFigure } from '#features/examples/web/example-figure.tsx'
import type { AdminExample, ExampleDecision } from '#features/moderation/content-contract.ts'
import { type ExampleAction, standardReasons } from '#features/moderation/rules.ts'
import { type Message, msg, t, translate } from '#lib/texts.ts'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { rich } from '#ui/rich.ts'
import { ActionButtons, type RowAction, removeAction, toShortcuts } from './action-buttons.tsx'
import { adminExamplesQuery } from './admin-queries.ts'
import { AuthorNote } from './author-note.tsx'
import { DoneNote } from './done-note.tsx'
import { QueueList } from './queue-list.tsx'
import { QueueRow } from './queue-row.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { ReportDetails } from './reports/report-details.tsx'
import { StateTabs } from './state-tabs.tsx'
import { useAdminRequest } from './use-admin-request.ts'
import { useQueue } from './use-queue.ts'

export type ExampleSearch = { state?: 'removed'; cursor?: string }

const doneTexts: Record<ExampleAction, Message> = {
  approve: msg('Approved: {title}'),
  remove: msg('Removed: {title}'),
  restore: msg('Restored: {title}'),
  dismiss: msg('Reports dismissed: {title}'),
}

/** The queue of pending and reported examples, and the list of removed ones. */
export function ExampleListPage({ search }: { search: ExampleSearch }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: page, error, refetch } = useQuery(adminExamplesQuery(api, search))
  const request = useAdminRequest()
  const [lastAction, setLastAction] = useState<{ example: AdminExample; action: ExampleAction } | null>(null)
  const [removing, setRemoving] = useState<AdminExample | null>(null)

  const decide = (example: AdminExample, body: ExampleDecision) =>
    request(
      (call) => call('POST /api/admin/examples/{id}', { params: { id: example.id }, body }),
      t('The decision was not saved'),
    )
  const decideAndMoveOn = async (example: AdminExample, body: ExampleDecision) => {
    const refusal = await decide(example, body)
    if (refusal) return refusal
    setLastAction({ example, action: body.action })
    queue.moveOn()
    return null
  }
  const undo = async () => {
    if (lastAction && !(await decide(lastAction.example, { action: 'restore' }))) setLastAction(null)
  }
  const actionsOf = (example: AdminExample): RowAction[] => {
    const act = (action: ExampleAction) => () => void decideAndMoveOn(example, { action })
    if (example.status === 'removed') return [{ key: 'a', label: t('Restore'), primary: true, run: act('restore') }]
    return [
      example.status === 'pending'
        ? { key: 'a', label: t('Approve'), icon: 'check', primary: true, run: act('approve') }
        : { key: 'd', label: t('Dismiss'), icon: 'flag-off', primary: true, run: act('dismiss') },
      removeAction(() => setRemoving(example)),
    ]
  }
  const canUndo = lastAction?.action === 'remove'
  const queue = useQueue(page?.items ?? [], (openExample) => ({
    ...(openExample && toShortcuts(actionsOf(openExample))),
    ...(canUndo && { u: undo }),
  }))

  if (error && !page) return <LoadFailure error={error} onRetry={() => refetch()} />
  return (
    <div aria-busy={!page}>
      <StateTabs
        to="/admin/examples"
        current={search.state}
        openName={t('Waiting')}
        other={{ state: 'removed', name: t('Removed') }}
      />
      <DoneNote
        lastAction={
          lastAction && {
            message: translate(doneTexts[lastAction.action], { title: titleOf(lastAction.example) }),
            canUndo,
          }
        }
        onUndo={undo}
      />
      <QueueList
        page={page}
        cursor={search.cursor}
        empty={
          search.state
            ? t('No examples are removed.')
            : t(
                'No examples are waiting. A member’s picture or answer from a prompt appears here if it needs approval or is reported.',
              )
        }
      >
        {(example) => (
          <QueueRow
            key={example.id}
            id={example.id}
            title={titleOf(example)}
            isOpen={example.id === queue.open?.id}
            onOpen={() => queue.show(example.id)}
            badge={example.reportCount > 0 ? t('reported') : undefined}
            username={example.user.username}
            time={example.createdAt}
          >
            <AuthorNote username={example.user.username} authors={page?.authors} />
            <p>
              {rich('For {link}', {
                link: (
                  <Link to="/prompt/$slug" params={{ slug: example.prompt.slug }} className="link">
                    <bdi>{example.prompt.title}</bdi>
                  </Link>
                ),
              })}
            </p>
            {example.reportCount > 0 && <ReportDetails {...example} />}
            <div className="max-w-[42rem]">
              {/* Any other status would add a note that is meant for the example's author. */}
              <ExampleFigure example={{ ...example, status: 'published' }} />
            </div>
            {example.removedReason && (
              <p className="text-ink-2">{t('Removed: {removedReason}', { removedReason: example.removedReason })}</p>
            )}
            <ActionButtons actions={actionsOf(example)} />
          </QueueRow>
        )}
      </QueueList>
      {removing && (
        <RemoveDialog
          heading={t('Remove this example')}
          isPrompt={false}
          title={titleOf(removing)}
          initialReason={standardReasons[removing.reports[0]?.reason ?? 'other']}
          onSend={(removedReason) => decideAndMoveOn(removing, { action: 'remove', removedReason })}
          onClose={() => setRemoving(null)}
        />
      )}
    </div>
  )
}

function titleOf({ model, prompt }: AdminExample): string {
  return `${model}: ${prompt.title}`
}
