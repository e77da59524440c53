import { type Db, isRefused } from '#server/platform/db.ts'
import type { CreditContext } from './credit-context.ts'
import { type Spending, spendForSeveral } from './spend-credits.ts'

/** Spends at once; answers what can be spent then, or null where nothing was changed and `spendCredits` has to look. */
export type QuickSpend = (spending: Spending) => Promise<number | null>

type Waiting = { spending: Spending; answer: (credits: number | null) => void; fail: (error: unknown) => void }

/** So many people's spends go in one statement at most. */
const most = 100

/**
 * Takes spends as they come, and those that are asked for while a statement is under way together in the next one: under
 * load one statement and one commit serve many people. Of one person only one spend goes at a time. A statement that the
 * database refuses changes nothing for anybody, and then each is looked at alone.
 */
export function spendTogether(db: Db, context: CreditContext): QuickSpend {
  let waiting: Waiting[] = []
  let isBusy = false

  async function spendWaiting() {
    isBusy = true
    while (waiting.length > 0) {
      const [now, later] = onePerPerson(waiting)
      waiting = later
      await spendFor(now)
    }
    isBusy = false
  }

  async function spendFor(those: Waiting[]) {
    try {
      const spent = await spendForSeveral(
        db,
        context.now(),
        those.map(({ spending }) => spending),
      )
      for (const { spending, answer } of those) answer(spent.get(spending.userId) ?? null)
    } catch (error) {
      for (const { answer, fail } of those) isRefused(error) ? answer(null) : fail(error)
    }
  }

  return (spending) =>
    new Promise((answer, fail) => {
      waiting.push({ spending, answer, fail })
      if (!isBusy) void spendWaiting()
    })
}

/** The first spends of different people, and the rest in its order. */
function onePerPerson(waiting: Waiting[]): [now: Waiting[], later: Waiting[]] {
  const people = new Set<string>()
  const now: Waiting[] = []
  const later: Waiting[] = []
  for (const one of waiting) {
    const { userId } = one.spending
    const isNow = now.length < most && !people.has(userId)
    people.add(userId)
    ;(isNow ? now : later).push(one)
  }
  return [now, later]
}
