import type { ReportCase } from '#features/moderation/report-contract.ts'
import { reasonNames } from '#features/moderation/rules.ts'
import { plural } from '#lib/texts.ts'
import { UtcTime } from '#ui/utc-time.tsx'

/** Lists reports of a case or an example, and says how many more there are. `reportCount` counts all. */
export function ReportDetails({ reports, reportCount }: Pick<ReportCase, 'reports' | 'reportCount'>) {
  const more = reportCount - reports.length
  return (
    <ul className="grid gap-2 border-accent-line border-s-4 ps-4">
      {reports.map(({ reason, details, user, createdAt }) => (
        <li key={user.username}>
          <b>{reasonNames[reason]}</b>
          <span className="text-ink-2 text-small">
            {' · '}
            <bdi>{user.username}</bdi>, <UtcTime time={createdAt} />
          </span>
          {details && (
            <p className="[overflow-wrap:anywhere]" dir="auto">
              {details}
            </p>
          )}
        </li>
      ))}
      {more > 0 && (
        <li className="text-ink-2">{plural(more, 'and {count} more report', 'and {count} more reports')}</li>
      )}
    </ul>
  )
}
