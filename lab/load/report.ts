/**
 * A measured number, and its budget, which the number must reach (`isLowerBound`) or not exceed. `label` names the
 * number if its row has several.
 */
export type MeasuredValue = { value: number; unit: string; budget: number; isLowerBound: boolean; label?: string }
/** A row of a table: what was measured, the result as text, and the numbers in the result that have budgets. */
export type Row = [what: string, figure: string, ...measured: MeasuredValue[]]

export function atMost(budget: number, value: number, unit: string, label?: string): MeasuredValue {
  return { value, unit, budget, isLowerBound: false, label }
}

export function atLeast(budget: number, value: number, unit: string, label?: string): MeasuredValue {
  return { value, unit, budget, isLowerBound: true, label }
}

/** Prints figures as a Markdown table for `docs/proof/benchmarks.md`. */
export function printRows(title: string, rows: Row[]): void {
  printTable(
    [title, ''],
    rows.map(([what, figure]) => [what, figure]),
  )
}

/**
 * Returns the lines of a table that compares each number with its budget. `tables`: the tables that were printed, each
 * with its title and its rows.
 */
export function compareWithBudgets(tables: [title: string, rows: Row[]][]): string[][] {
  return tables.flatMap(([title, rows]) =>
    rows.flatMap(([what, , ...measured]) =>
      measured.map(({ value, unit, budget, isLowerBound, label }) => {
        const isMet = isLowerBound ? value >= budget : value <= budget
        const limit = `${isLowerBound ? 'at least' : 'at most'} ${budget.toLocaleString('en-US')} ${unit}`
        return [
          title,
          label ? `${what}: ${label}` : what,
          `${round(value)} ${unit}`,
          limit,
          isMet ? 'met' : '**missed**',
        ]
      }),
    ),
  )
}

function round(value: number): string {
  return value.toLocaleString('en-US', { maximumSignificantDigits: Math.abs(value) < 1000 ? 3 : 4 })
}

/** Prints a Markdown table. `head`: the titles of its columns. */
export function printTable(head: string[], rows: string[][]): void {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |')
  console.log([line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n'))
  console.log()
}

/** Returns the median and the 95th percentile of times, which are in ms. */
export function percentiles(times: number[]): { p50: number; p95: number } {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95) }
}
