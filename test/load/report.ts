export type Row = [what: string, figure: string]

/** Prints figures as a Markdown table for docs/proof/benchmarks.md. */
export function printRows(title: string, rows: Row[]): void {
  printTable([title, ''], rows)
}

/** The same with any number of columns. */
export function printTable(head: string[], rows: string[][]): void {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |')
  console.log([line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n'))
  console.log()
}

/** The median and the 95th percentile of times, in ms. */
export function percentiles(times: number[]): { p50: number; p95: number } {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95) }
}
