import { type Db, isRefused } from '#server/platform/db.ts'
import type { CreditContext } from './credit-context.ts'
import { type Spending, spendInBatch } from './spend-credits.ts'

/**
 * Spends in a batch. Returns the credits that can be spent then, or null if nothing changed and `spendCredits` has to
 * decide.
 */
export type BatchedSpend = (spending: Spending) => Promise<number | null>

type Waiting = { spending: Spending; answer: (credits: number | null) => void; fail: (error: unknown) => void }

/** The most users that one statement spends for. */
const batchMax = 100

/**
 * Runs spends at once, and collects those that arrive during a statement for the next one: under load one statement and
 * one commit serve many users. A batch has one spend per user. If the database refuses a batch, nothing changes, and
 * each spend in it is left to `spendCredits`.
 */
export function createSpendBatcher(db: Db, context: CreditContext): BatchedSpend {
  let waiting: Waiting[] = []
  let isBusy = false

  async function spendWaiting() {
    isBusy = true
    while (waiting.length > 0) {
      const [now, later] = onePerUser(waiting)
      waiting = later
      await spendFor(now)
    }
    isBusy = false
  }

  async function spendFor(batch: Waiting[]) {
    try {
      const spent = await spendInBatch(
        db,
        context.now(),
        batch.map(({ spending }) => spending),
      )
      for (const { spending, answer } of batch) answer(spent.get(spending.userId) ?? null)
    } catch (error) {
      for (const { answer, fail } of batch) isRefused(error) ? answer(null) : fail(error)
    }
  }

  return (spending) =>
    new Promise((answer, fail) => {
      waiting.push({ spending, answer, fail })
      if (!isBusy) void spendWaiting()
    })
}

/** Splits into the first spend of each user, and the rest in order. */
function onePerUser(waiting: Waiting[]): [now: Waiting[], later: Waiting[]] {
  const users = new Set<string>()
  const now: Waiting[] = []
  const later: Waiting[] = []
  for (const one of waiting) {
    const { userId } = one.spending
    const isNow = now.length < batchMax && !users.has(userId)
    users.add(userId)
    ;(isNow ? now : later).push(one)
  }
  return [now, later]
}
