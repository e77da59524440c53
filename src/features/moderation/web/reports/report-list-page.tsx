import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouteContext } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { User } from '#features/accounts/contract.ts'
import { type ReportReason, reportReasons } from '#features/moderation/reason-rules.ts'
import type { ReportCase } from '#features/moderation/report-contract.ts'
import { type CaseState, reasonNames, standardReasons } from '#features/moderation/rules.ts'
import { type Message, msg, plural, t, translate } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { SegmentLinks } from '#ui/layout/segment-links.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { ActionButtons, type RowAction, removeAction, toShortcuts } from '../action-buttons.tsx'
import { reportsQuery } from '../admin-queries.ts'
import { AuthorNote } from '../author-note.tsx'
import { DoneNote } from '../done-note.tsx'
import { MovePrompt } from '../move-prompt.tsx'
import { BanDialog } from '../people/ban-dialog.tsx'
import { QueueList } from '../queue-list.tsx'
import { QueueRow } from '../queue-row.tsx'
import { RemoveDialog } from '../remove-dialog.tsx'
import { useQueue } from '../use-queue.ts'
import { ReportDetails } from './report-details.tsx'
import { isOnlyAboutCategory, subjectOf } from './report-subject.tsx'
import { type Decision, useDecideReport } from './use-decide-report.ts'

export type ReportSearch = { state?: 'decided'; reason?: ReportReason; cursor?: string }
const stateLabels: Record<CaseState, Message> = {
  open: msg('Waiting'),
  dismissed: msg('Dismissed'),
  removed: msg('Removed'),
  banned: msg('Banned'),
}

/** The queue of reported prompts, comparisons, collections, comments and suggested edits, and the decided cases. */
export function ReportListPage({ user, search }: { user: User; search: ReportSearch }) {
  const { api } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()
  const { data: page, error, refetch } = useQuery(reportsQuery(api, search))
  const { lastDecision, decide, move, undo } = useDecideReport()
  const [dialog, setDialog] = useState<{ kind: 'remove' | 'ban'; reportCase: ReportCase } | null>(null)

  const decideAndMoveOn = async (reportCase: ReportCase, decision: Decision) => {
    const refusal = await decide(reportCase, decision)
    if (!refusal) queue.moveOn()
    return refusal
  }
  const actionsOf = (reportCase: ReportCase): RowAction[] =>
    reportCase.state === 'open'
      ? [
          {
            key: 'd',
            label: t('Dismiss'),
            icon: 'flag-off',
            run: () => void decideAndMoveOn(reportCase, { action: 'dismiss' }),
          },
          removeAction(() => setDialog({ kind: 'remove', reportCase }), translate(subjectOf(reportCase).remove)),
          ...(user.role === 'admin' && reportCase.bannable
            ? [
                {
                  key: 'b',
                  label: translate(subjectOf(reportCase).ban),
                  destructive: true,
                  run: () => setDialog({ kind: 'ban', reportCase }),
                } as RowAction,
              ]
            : []),
          ...editActions(reportCase),
        ]
      : [
          ...(reportCase.state === 'banned'
            ? []
            : [
                {
                  key: 'o',
                  label: t('Reopen'),
                  icon: 'rotate-ccw',
                  run: () => void decideAndMoveOn(reportCase, { action: 'reopen' }),
                } as RowAction,
              ]),
          ...editActions(reportCase),
        ]
  const editActions = ({ prompt, comparison }: ReportCase): RowAction[] =>
    comparison || !prompt
      ? []
      : [
          {
            key: 'e',
            label: t('Edit'),
            icon: 'pencil-line',
            run: () => navigate({ to: '/admin/edit-prompt', search: { id: prompt.slug } }),
          },
        ]
  const queue = useQueue(page?.items ?? [], (openCase) => ({
    ...(openCase && toShortcuts(actionsOf(openCase))),
    ...(lastDecision?.canUndo && { u: undo }),
  }))

  if (error && !page) return <LoadFailure error={error} onRetry={() => refetch()} />
  return (
    <div aria-busy={!page}>
      <Filters search={search} />
      <DoneNote lastAction={lastDecision} onUndo={undo} />
      <QueueList page={page} cursor={search.cursor} empty={emptyText(search)}>
        {(item) => (
          <QueueRow
            key={item.id}
            id={item.id}
            title={subjectOf(item).title}
            badge={badgeOf(item)}
            note={
              item.state === 'open'
                ? plural(item.reportCount, '{count} report', '{count} reports')
                : translate(stateLabels[item.state])
            }
            category={item.prompt?.category ?? null}
            username={subjectOf(item).username}
            time={item.decision?.at ?? item.openedAt}
            isOpen={item.id === queue.open?.id}
            onOpen={() => queue.show(item.id)}
          >
            <AuthorNote username={subjectOf(item).username} authors={page?.authors} />
            <ReportDetails {...item} />
            {subjectOf(item).details}
            {item.decision && (
              <p className="text-ink-2">
                {translate(stateLabels[item.state])}{' '}
                {t('by {username}, {date}.', { username: item.decision.user.username, date: usDate(item.decision.at) })}
              </p>
            )}
            {item.state === 'open' && item.prompt && isOnlyAboutCategory(item) && (
              <MovePrompt
                key={item.prompt.category.slug}
                prompt={item.prompt}
                reports={item.reports}
                onMove={async (category) => {
                  const refusal = await move(item, category)
                  if (!refusal) queue.moveOn()
                }}
              />
            )}
            <ActionButtons actions={actionsOf(item)} />
          </QueueRow>
        )}
      </QueueList>
      {dialog?.kind === 'remove' && (
        <RemoveDialog
          heading={translate(subjectOf(dialog.reportCase).removalHeading)}
          isPrompt={subjectOf(dialog.reportCase).kind === 'prompt'}
          title={subjectOf(dialog.reportCase).title}
          initialReason={standardReasons[dialog.reportCase.reports[0]?.reason ?? 'other']}
          onSend={(removedReason) => decideAndMoveOn(dialog.reportCase, { action: 'remove', removedReason })}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog?.kind === 'ban' && (
        <BanDialog
          username={subjectOf(dialog.reportCase).username}
          onSend={(ban) => decideAndMoveOn(dialog.reportCase, { action: 'ban', ...ban })}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  )
}

const states = [
  { value: undefined, label: msg('Waiting') },
  { value: 'decided', label: msg('Decided') },
] as const

function Filters({ search }: { search: ReportSearch }) {
  const navigate = useNavigate()
  const id = useId()
  return (
    <div className="admin-filters mb-5 flex flex-wrap items-center gap-3">
      <SegmentLinks label={t('State')} name="state" choices={states} current={search.state} />
      <div className="flex items-center gap-2">
        <label htmlFor={id} className="whitespace-nowrap text-ink-2 text-small">
          {t('Reason')}
        </label>
        <select
          id={id}
          className="input"
          value={search.reason ?? ''}
          onChange={({ target: { value } }) => {
            const reason = reportReasons.find((name) => name === value)
            void navigate({ to: '/admin/reports', search: { ...search, reason, cursor: undefined } })
          }}
        >
          {[undefined, ...reportReasons].map((reason) => (
            <option key={reason ?? 'all'} value={reason ?? ''}>
              {reason ? reasonNames[reason] : t('All')}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}

/** Says why a page of the list is empty. */
function emptyText({ state, reason }: ReportSearch): string {
  if (reason) return state ? t('No decided reports with this reason.') : t('No reports with this reason are waiting.')
  return state ? t('Nothing has been decided yet.') : t('No reports are waiting. You’re all caught up.')
}

function badgeOf(reportCase: ReportCase): string | undefined {
  const { badge } = subjectOf(reportCase)
  return badge && translate(badge)
}
