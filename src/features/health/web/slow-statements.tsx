import type { Health, SlowStatement } from '#features/health/contract.ts'
import { formatNumber, pluralize } from '#lib/numbers.ts'
import { Empty } from '#ui/empty.tsx'

/** Shows the SQL statements that take the most time, or how to make PostgreSQL record them. */
export function SlowStatements({ statements: { items, advice } }: Pick<Health, 'statements'>) {
  if (advice) return <p className="max-w-[42em] text-small [overflow-wrap:anywhere]">{advice}</p>
  if (items.length === 0) return <Empty>None yet.</Empty>
  return (
    <ol>
      {items.map((statement, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: truncated statements can be equal, and the list has no state.
        <li key={index} className="border-hair border-b py-2.5">
          <code className="block text-small [overflow-wrap:anywhere]">{statement.text}</code>
          <span className="block text-ink-2 text-small tabular-nums">{timesOf(statement)}</span>
        </li>
      ))}
    </ol>
  )
}

function timesOf({ calls, mean, total }: SlowStatement): string {
  const seconds = total / 1000
  return `${pluralize(calls, 'call')}, ${mean.toFixed(1)} ms each, ${formatNumber(Math.round(seconds))} s in all`
}
