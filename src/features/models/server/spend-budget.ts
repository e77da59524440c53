import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'

const micros = 1_000_000

/**
 * The site's daily budget for answers on its own keys, in US dollars per UTC day, shared by all processes. An answer
 * takes its highest possible price first, which is corrected afterwards. If the process dies in between, that price
 * stays spent, which errs on the safe side.
 */
export function createBudget(db: Db, now: () => Date, dollars: number | null) {
  const dayOf = (time: Date) => time.toISOString().slice(0, 10)

  async function spentToday(): Promise<number> {
    const { rows } = await sql<{ micros: number }>`
      select micros from ai_spending where day = ${dayOf(now())}`.execute(db)
    return (rows[0]?.micros ?? 0) / micros
  }

  return {
    /**
     * Takes `highest` dollars. Returns the function that corrects it to the actual cost. AppError provider_unavailable.
     */
    async take(highest: number): Promise<(actual: number) => Promise<void>> {
      const day = dayOf(now())
      const taken = Math.ceil(highest * micros)
      const limit = dollars === null ? Number.MAX_SAFE_INTEGER : Math.round(dollars * micros)
      if (taken > limit) throw budgetSpentError(now())
      const { rows } = await sql`
        insert into ai_spending (day, micros) values (${day}, ${taken})
        on conflict (day) do update set micros = ai_spending.micros + ${taken}
          where ai_spending.micros + ${taken} <= ${limit}
        returning day`.execute(db)
      if (rows.length === 0) throw budgetSpentError(now())
      return async (actual) => {
        const change = Math.ceil(actual * micros) - taken
        await sql`update ai_spending set micros = greatest(0, micros + ${change}) where day = ${day}`.execute(db)
      }
    },
    /** What today's answers cost so far, in US dollars, with the highest price of those that run. */
    spentToday,
    /** AppError provider_unavailable if nothing is left for today. */
    async check(): Promise<void> {
      if (dollars !== null && (await spentToday()) >= dollars) throw budgetSpentError(now())
    },
  }
}

export type Budget = ReturnType<typeof createBudget>

function budgetSpentError(now: Date): AppError {
  const nextDay = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)
  return new AppError(
    'provider_unavailable',
    'This site’s AI budget for today is used up. A new one starts at 00:00 UTC; the built-in engines always work.',
    { retryAfter: Math.ceil((nextDay - now.getTime()) / 1000) },
  )
}
