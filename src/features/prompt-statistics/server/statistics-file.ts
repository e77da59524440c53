import { csvLine } from '#lib/csv-line.ts'
import type { PromptStatistics } from '../contract.ts'
import { measures, viewSources } from '../rules.ts'
import type { Block } from '../shown-count-rules.ts'

/** Returns the counts as CSV with a line for each block of days. */
export function statisticsFile(statistics: PromptStatistics): string {
  const lines = [
    ...viewSources.flatMap((source) => linesOf('views', source, statistics.views[source])),
    ...measures.flatMap((measure) => linesOf(measure, '', statistics[measure])),
  ]
  return [['measure', 'source', 'from', 'to', 'count'], ...lines].map(csvLine).join('')
}

function linesOf(measure: string, source: string, blocks: Block[]): string[][] {
  return blocks.map(({ from, to, count }) => [measure, source, from, to, `${count}`])
}
