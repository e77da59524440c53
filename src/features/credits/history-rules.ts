import type { LedgerEntry } from './contract.ts'
import { replacedReason } from './rules.ts'

/** A line of the history: an entry, and how many credits of an earlier allowance it replaced. */
export type HistoryLine = LedgerEntry & { replaced: number }

/**
 * Returns the lines for `entries`, which are sorted newest first. If a new allowance replaces another, both entries
 * become one line with the difference, because the replacement must not look like a loss.
 */
export function historyLines(entries: LedgerEntry[]): HistoryLine[] {
  const lines: HistoryLine[] = []
  for (const entry of entries) {
    const newer = lines.at(-1)
    const isReplaced = entry.kind === 'expiry' && entry.reason === replacedReason
    if (isReplaced && newer?.kind === 'allowance' && newer.createdAt === entry.createdAt) {
      lines[lines.length - 1] = {
        ...newer,
        amount: newer.amount + entry.amount,
        replaced: newer.replaced - entry.amount,
      }
    } else lines.push({ ...entry, replaced: 0 })
  }
  return lines
}
