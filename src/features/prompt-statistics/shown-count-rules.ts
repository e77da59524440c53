import { utcDay } from '#lib/utc-day.ts'
import { shownMin } from './rules.ts'

/** The count of a range of days (UTC, such as `2026-11-20`), including both ends. The count is at least `shownMin`. */
export type Block = { from: string; to: string; count: number }
export type DayCount = { day: string; count: number }
export type DayCopies = { day: string; copies: number; runs: number }

/** A block with runs has at least this many days and copies, so that its length reveals nothing about the runs. */
const runsMin = { days: 7, copies: 20 }

/**
 * Joins the counts of days since `since`, oldest first, into blocks of at least `shownMin`. Each day is in at most
 * one block, and a block never changes, so no difference between shown numbers reveals a smaller count. The days after
 * the last block aren't shown.
 */
export function blocksOf(since: string, days: readonly DayCount[]): Block[] {
  const blocks: Block[] = []
  let from = since
  let sum = 0
  for (const { day, count } of days) {
    sum += count
    if (sum < shownMin) continue
    blocks.push({ from, to: day, count: sum })
    from = nextDay(day)
    sum = 0
  }
  return blocks
}

/**
 * Does the same as `blocksOf` for the copies that were runs. Everybody can see all copies, so both the runs and the
 * other copies of a block are at least `shownMin`. The runs of the remaining days aren't shown.
 */
export function runBlocksOf(since: string, days: readonly DayCopies[]): Block[] {
  const blocks: Block[] = []
  let from = since
  let sum = { copies: 0, runs: 0 }
  for (const { day, copies, runs } of days) {
    sum = { copies: sum.copies + copies, runs: sum.runs + runs }
    if (daysBetween(from, day) + 1 < runsMin.days || sum.copies < runsMin.copies) continue
    if (Math.min(sum.runs, sum.copies - sum.runs) >= shownMin) blocks.push({ from, to: day, count: sum.runs })
    from = nextDay(day)
    sum = { copies: 0, runs: 0 }
  }
  return blocks
}

const dayMs = 86_400_000

function nextDay(day: string): string {
  return utcDay(new Date(Date.parse(day) + dayMs))
}

/** Returns how many days `to` is after `from`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
}
