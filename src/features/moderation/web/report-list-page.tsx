import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { User } from '#features/accounts/contract.ts'
import { ListPaging } from '#features/catalogue/web/list-controls.tsx'
import type { ReportCase } from '#features/moderation/contract.ts'
import { type ReportReason, reportReasons } from '#features/moderation/reason-rules.ts'
import { type CaseState, reasonNames, standardReasons } from '#features/moderation/rules.ts'
import { pluralize } from '#lib/numbers.ts'
import { usDate } from '#lib/us-date.ts'
import { Empty } from '#ui/empty.tsx'
import { LoadFailure } from '#ui/load-failure.tsx'
import { type Act, ActionButtons, keysOf } from './action-button.tsx'
import { reportsQuery } from './admin-queries.ts'
import { BanDialog } from './ban-dialog.tsx'
import { ComparisonText } from './comparison-text.tsx'
import { DoneNote } from './done-note.tsx'
import { FullPromptText } from './full-prompt-text.tsx'
import { KeyboardLegend } from './keyboard-legend.tsx'
import { PromptFacts } from './prompt-facts.tsx'
import { QueueRow } from './queue-row.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { ReportDetails } from './report-details.tsx'
import { subjectOf } from './report-subject.ts'
import { type Decision, useDecideReport } from './use-decide-report.ts'
import { useQueue } from './use-queue.ts'

export type ReportSearch = { state?: 'decided'; reason?: ReportReason; cursor?: string }
const decided: Record<CaseState, string> = {
  open: 'Open',
  dismissed: 'Dismissed',
  removed: 'Removed',
  banned: 'Banned',
}

/** The queue of reported prompts: read and decide them one after the other, by keyboard. */
export function ReportListPage({ user, search }: { user: User; search: ReportSearch }) {
  const { api } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()
  const { data: page, error, refetch } = useQuery(reportsQuery(api, search))
  const { done, decide, undo } = useDecideReport()
  const [asking, setAsking] = useState<{ what: 'remove' | 'ban'; about: ReportCase } | null>(null)

  const carryOut = async (about: ReportCase, decision: Decision) => {
    const refusal = await decide(about, decision)
    if (!refusal) queue.moveOn()
    return refusal
  }
  const actsOf = (about: ReportCase): Act[] =>
    about.state === 'open'
      ? [
          { key: 'd', label: 'Dismiss', icon: 'check', run: () => void carryOut(about, { action: 'dismiss' }) },
          {
            key: 'r',
            label: about.comparison ? 'Take down' : 'Remove',
            icon: 'x',
            run: () => setAsking({ what: 'remove', about }),
          },
          ...(user.role === 'admin'
            ? [
                {
                  key: 'b',
                  label: about.comparison ? 'Ban its owner' : 'Ban the author',
                  bad: true,
                  run: () => setAsking({ what: 'ban', about }),
                },
              ]
            : []),
          ...editActs(about),
        ]
      : [
          ...(about.state === 'banned'
            ? []
            : [
                {
                  key: 'o',
                  label: 'Reopen',
                  icon: 'rotate-ccw',
                  run: () => void carryOut(about, { action: 'reopen' }),
                } as Act,
              ]),
          ...editActs(about),
        ]
  const editActs = ({ prompt, comparison }: ReportCase): Act[] =>
    comparison || !prompt
      ? []
      : [
          {
            key: 'e',
            label: 'Edit',
            icon: 'pencil-line',
            run: () => navigate({ to: '/admin/edit-prompt', search: { id: prompt.slug } }),
          },
        ]
  const queue = useQueue(page?.items ?? [], (open) => ({
    ...(open && keysOf(actsOf(open))),
    ...(done?.canUndo && { u: undo }),
  }))

  if (error && !page) return <LoadFailure error={error} onRetry={() => refetch()} />
  return (
    <div aria-busy={!page}>
      <Filters search={search} />
      <DoneNote done={done} onUndo={undo} />
      {page?.items.length === 0 && (
        <Empty>{search.state ? 'Nothing has been decided yet.' : 'No open reports. You are all done.'}</Empty>
      )}
      {page && page.items.length > 0 && (
        <>
          <KeyboardLegend />
          <ul className="border-ink border-t-2">
            {page.items.map((one) => (
              <QueueRow
                key={one.id}
                id={one.id}
                title={subjectOf(one).title}
                category={one.prompt?.category.slug}
                isOpen={one.id === queue.open?.id}
                onOpen={() => queue.show(one.id)}
                facts={
                  <>
                    {one.comparison && <span className="badge">Comparison</span>}
                    <PromptFacts category={one.prompt?.category} username={subjectOf(one).username} />
                    <span>{one.state === 'open' ? pluralize(one.reportCount, 'report') : decided[one.state]}</span>
                    <span>{usDate(one.decision?.at ?? one.openedAt)}</span>
                  </>
                }
              >
                <ReportDetails {...one} />
                {one.comparison && <ComparisonText comparison={one.comparison} />}
                {!one.comparison && one.prompt && <FullPromptText prompt={one.prompt} />}
                {one.decision && (
                  <p className="text-ink-2">{`${decided[one.state]} by ${one.decision.user.username}, ${usDate(one.decision.at)}.`}</p>
                )}
                <ActionButtons acts={actsOf(one)} />
              </QueueRow>
            ))}
          </ul>
        </>
      )}
      {page && <ListPaging nextCursor={page.nextCursor} cursor={search.cursor} />}
      {asking?.what === 'remove' && (
        <RemoveDialog
          heading={asking.about.comparison ? 'Take this comparison down' : undefined}
          title={subjectOf(asking.about).title}
          reason={standardReasons[asking.about.reports[0]?.reason ?? 'other']}
          onSend={(removedReason) => carryOut(asking.about, { action: 'remove', removedReason })}
          onClose={() => setAsking(null)}
        />
      )}
      {asking?.what === 'ban' && (
        <BanDialog
          username={subjectOf(asking.about).username}
          onSend={(ban) => carryOut(asking.about, { action: 'ban', ...ban })}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  )
}

function Filters({ search }: { search: ReportSearch }) {
  return (
    <div className="mb-5 flex flex-wrap gap-3">
      <nav aria-label="State" className="seg">
        {([undefined, 'decided'] as const).map((state) => (
          <Link
            key={state ?? 'open'}
            to="/admin/reports"
            search={{ ...search, state, cursor: undefined }}
            aria-current={state === search.state ? 'true' : undefined}
            activeOptions={{ exact: true }}
          >
            {state ? 'Decided' : 'Open'}
          </Link>
        ))}
      </nav>
      <nav aria-label="Reason" className="seg">
        {[undefined, ...reportReasons].map((reason) => (
          <Link
            key={reason ?? 'all'}
            to="/admin/reports"
            search={{ ...search, reason, cursor: undefined }}
            aria-current={reason === search.reason ? 'true' : undefined}
            activeOptions={{ exact: true }}
          >
            {reason ? reasonNames[reason] : 'All'}
          </Link>
        ))}
      </nav>
    </div>
  )
}
