import { sql } from 'kysely'
import { t } from '#lib/texts.ts'
import { utcDay } from '#lib/utc-day.ts'
import type { Db } from '#platform/database/db.ts'
import { preparedOnce } from '#platform/database/prepared-statements.ts'
import { createSharedRead } from '#platform/database/read-batcher.ts'
import { AppError } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { createBatcher } from '#platform/work/batcher.ts'

const microsPerDollar = 1_000_000
/** The maximum number of changes that one statement combines. */
const batchMax = 200

/**
 * A change of a day's spending, in millionths of a dollar. With `isLimited`, it is refused if the spending would exceed
 * the budget.
 */
type Change = { id: string; day: string; micros: number; isLimited: boolean }

/**
 * Creates the budget for answers with the site's keys: `dollars` per UTC day for all processes; null means no limit. An
 * answer first takes its highest possible cost, which is corrected afterwards, or stays counted if the process dies.
 * Concurrent changes share one statement; if together they would exceed the budget, each is tried separately.
 */
export function createBudget(db: Db, now: () => Date, dollars: number | null) {
  const limit = dollars === null ? Number.MAX_SAFE_INTEGER : Math.round(dollars * microsPerDollar)

  /** Adds `micros`, millionths of a dollar, to the day's spending. Returns whether the budget allowed it. */
  async function add(day: string, micros: number, isLimited: boolean): Promise<boolean> {
    const max = isLimited ? limit : Number.MAX_SAFE_INTEGER
    // The statement's condition applies only if the day has a row already.
    if (micros > max) return false
    const { rows } = await sql`
      insert into ai_spending (day, micros) values (${day}, greatest(0, ${micros}::bigint))
      on conflict (day) do update set micros = greatest(0, ai_spending.micros + ${micros})
        where ai_spending.micros + ${micros} <= ${max}
      returning day`.execute(db)
    return rows.length > 0
  }

  const addTogether = createBatcher<Change, true>({
    keyOf: ({ id }) => id,
    async run(changes) {
      const day = changes[0]?.day ?? ''
      const changesOfDay = changes.filter((change) => change.day === day)
      const total = changesOfDay.reduce((sum, change) => sum + change.micros, 0)
      const isLimited = changesOfDay.some((change) => change.isLimited)
      return new Map((await add(day, total, isLimited)) ? changesOfDay.map(({ id }) => [id, true]) : [])
    },
    max: batchMax,
  })

  async function addBatched(day: string, micros: number, isLimited: boolean): Promise<boolean> {
    return (await addTogether({ id: newId(), day, micros, isLimited })) ?? add(day, micros, isLimited)
  }

  const spentToday = createSharedRead(async () => {
    const { rows } = await sql<{ micros: number }>`${preparedOnce}
      select micros from ai_spending where day = ${utcDay(now())}`.execute(db)
    return (rows[0]?.micros ?? 0) / microsPerDollar
  })

  return {
    /**
     * Takes an answer's highest possible cost in US dollars, and returns the function that replaces it with the actual
     * cost. Throws AppError provider_unavailable if too little is left.
     */
    async take(highest: number): Promise<(actual: number) => Promise<void>> {
      const day = utcDay(now())
      const takenMicros = Math.ceil(highest * microsPerDollar)
      if (takenMicros > limit || !(await addBatched(day, takenMicros, true))) throw new BudgetSpentError(now())
      return async (actual) => {
        await addBatched(day, Math.ceil(actual * microsPerDollar) - takenMicros, false)
      }
    },
    /** Returns today's cost in US dollars, including the highest possible cost of answers in progress. */
    spentToday,
    /** Checks that today's budget isn't spent. Throws AppError provider_unavailable if it is. */
    async check(): Promise<void> {
      if (dollars !== null && (await spentToday()) >= dollars) throw new BudgetSpentError(now())
    },
  }
}

export type Budget = ReturnType<typeof createBudget>

/** The error if the day's budget is spent or too small for an answer. */
export class BudgetSpentError extends AppError {
  constructor(now: Date) {
    const nextDay = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)
    super(
      'provider_unavailable',
      t('This site’s AI budget for today is used up. A new one starts at 00:00 UTC; the built-in engines always work.'),
      { retryAfter: Math.ceil((nextDay - now.getTime()) / 1000) },
    )
  }
}
