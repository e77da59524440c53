import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'

const micros = 1_000_000

/**
 * The site's daily budget for answers on its own keys, in US dollars by UTC days, shared by all processes. An answer's
 * worst price is taken before it is asked for and corrected afterwards; where a process dies in between, the worst
 * price stays spent, which errs on the safe side.
 */
export function createBudget(db: Db, now: () => Date, dollars: number | null) {
  const dayOf = (time: Date) => time.toISOString().slice(0, 10)

  return {
    /** Takes up to `worst` dollars; answers what corrects it to the real sum. AppError provider_unavailable when spent. */
    async take(worst: number): Promise<(real: number) => Promise<void>> {
      const day = dayOf(now())
      const taken = Math.ceil(worst * micros)
      const limit = dollars === null ? Number.MAX_SAFE_INTEGER : Math.round(dollars * micros)
      if (taken > limit) throw spent(now())
      const { rows } = await sql`
        insert into ai_spending (day, micros) values (${day}, ${taken})
        on conflict (day) do update set micros = ai_spending.micros + ${taken}
          where ai_spending.micros + ${taken} <= ${limit}
        returning day`.execute(db)
      if (rows.length === 0) throw spent(now())
      return async (real) => {
        const change = Math.ceil(real * micros) - taken
        await sql`update ai_spending set micros = greatest(0, micros + ${change}) where day = ${day}`.execute(db)
      }
    },
    /** AppError provider_unavailable when nothing is left for today. */
    async check(): Promise<void> {
      if (dollars === null) return
      const { rows } = await sql<{ micros: number }>`
        select micros from ai_spending where day = ${dayOf(now())}`.execute(db)
      if ((rows[0]?.micros ?? 0) >= Math.round(dollars * micros)) throw spent(now())
    },
  }
}

export type Budget = ReturnType<typeof createBudget>

function spent(now: Date): AppError {
  const nextDay = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)
  return new AppError(
    'provider_unavailable',
    'This site’s AI budget for today is spent. It opens again at 00:00 UTC; the built-in engines work all the time.',
    { retryAfter: Math.ceil((nextDay - now.getTime()) / 1000) },
  )
}
