import type { RowOutcome } from '#features/transfer/import-batch-rules.ts'
import { formatNumber, pluralize } from '#lib/numbers.ts'

/** The most rows that are shown. Thousands would render slowly. */
const shownMax = 300

/** Rows that need attention come first. */
const order: RowOutcome['state'][] = ['refused', 'new', 'known']
const labels = { refused: 'Skipped', new: 'New', known: 'Already yours' }
const badgeClasses = { refused: 'border-bad text-bad', new: '', known: 'border-hair text-ink-2' }

/** The expected or actual result for each prompt of a file. `newLabel`: the badge of new prompts. */
export function ImportTable({ rows, newLabel = labels.new }: { rows: RowOutcome[]; newLabel?: string }) {
  const sorted = order.flatMap((state) => rows.filter((row) => row.state === state))
  return (
    <>
      <table className="w-full border-ink border-t-2 text-left">
        <caption className="sr-only">Result for each prompt</caption>
        <thead>
          <tr className="border-hair border-b text-ink-2 text-small">
            <th scope="col" className="py-2 pr-4 font-medium">
              Prompt
            </th>
            <th scope="col" className="w-px whitespace-nowrap py-2 font-medium">
              Result
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, shownMax).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be identical, and rows never move.
            <tr key={index} className="border-hair border-b align-top">
              <td className="py-3 pr-4 [overflow-wrap:anywhere]">
                <span className="font-semibold" dir="auto">
                  {row.title || 'Untitled'}
                </span>
                <span className="block text-ink-2 text-small">{row.place}</span>
                {row.notes.map((note) => (
                  <span
                    key={note}
                    className={`mt-1 block text-small ${row.state === 'refused' ? 'text-bad' : 'border-warn border-l-4 pl-2'}`}
                  >
                    {note}
                  </span>
                ))}
              </td>
              <td className="py-3">
                <span className={`badge ${badgeClasses[row.state]}`}>
                  {row.state === 'new' ? newLabel : labels[row.state]}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {sorted.length > shownMax && (
        <p className="mt-3 text-ink-2 text-small">{`And ${formatNumber(sorted.length - shownMax)} more.`}</p>
      )}
    </>
  )
}

/**
 * The number of each result, as in `16 prompts: 12 new, 3 already yours, 1 skipped.` Zeros are left out, except new.
 */
export function countsOf(rows: RowOutcome[]): string {
  const count = (state: RowOutcome['state']) => rows.filter((row) => row.state === state).length
  const others = [
    { state: 'known', label: 'already yours' },
    { state: 'refused', label: 'skipped' },
  ] as const
  const parts = others.flatMap(({ state, label }) =>
    count(state) > 0 ? [`, ${formatNumber(count(state))} ${label}`] : [],
  )
  return `${pluralize(rows.length, 'prompt')}: ${formatNumber(count('new'))} new${parts.join('')}.`
}
