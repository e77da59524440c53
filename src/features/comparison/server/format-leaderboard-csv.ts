import { csvLine, guardCell } from '#lib/csv-line.ts'
import type { Leaderboard } from '../contract.ts'

const columns = [
  'model',
  'vendor',
  'rating',
  'low',
  'high',
  'votes',
  'medianTime',
  'medianPrice',
  'medianCost',
] as const

/** Formats a leaderboard as CSV (RFC 4180). Each line repeats the date and the formula, because CSV has no metadata. */
export function formatLeaderboardCsv({ models, computedAt, method }: Leaderboard): string {
  const lines = models.map((model) => [...columns.map((name) => cellOf(model[name])), computedAt, method])
  return [[...columns, 'computedAt', 'method'], ...lines].map(csvLine).join('')
}

/** Guards texts, because a spreadsheet would run a text that looks like a formula. */
function cellOf(value: string | number | null): string {
  return typeof value === 'string' ? guardCell(value) : String(value ?? '')
}
