import { pendingMigrations } from './migrations.ts'
import { type DatabaseTrouble, databaseTrouble } from './platform/database-trouble.ts'
import type { Db } from './platform/db.ts'
import type { RequestLog } from './request-log.ts'
import { tryWrite } from './try-write.ts'

/** However many ask, a process looks no more often than this, in ms. */
export const readinessKeptMs = 3_000
/** Who asks is answered after this at the latest, in ms: balancers wait no longer. */
const patienceMs = 4_000

/** Whether requests can be served; `reason` is a SQLSTATE or an error's code. */
export type Readiness =
  | { isReady: true }
  | { isReady: false; status: string; retryAfter: number; reason?: string; pending?: string[] }

type Options = { db: Db; log: RequestLog; now?: () => number; patience?: number }

/** Answers whether migrations are done and a write would succeed. Changes are logged, with what to do. */
export function createReadiness({ db, log, now = Date.now, patience = patienceMs }: Options): () => Promise<Readiness> {
  let last: { at: number; answer: Promise<Readiness> } | undefined
  let told = 'ready'

  async function look(): Promise<Readiness> {
    try {
      await tryWrite(db)
      const pending = await pendingMigrations(db)
      tell('ready', () => log.info({}, 'the database accepts writes again'))
      if (pending.length > 0) return { isReady: false, status: 'migrations pending', retryAfter: 5, pending }
      return { isReady: true }
    } catch (error) {
      const reason = String((error as { code?: unknown }).code ?? 'unknown')
      const { status, advice, retryAfter } = databaseTrouble(error) ?? unforeseen
      tell(status, () => log.error({ reason, error: (error as Error).message }, advice))
      return { isReady: false, status, retryAfter, reason }
    }
  }

  function tell(status: string, write: () => void) {
    if (status !== told) write()
    told = status
  }

  return () => {
    if (!last || now() - last.at >= readinessKeptMs) {
      const answer = look()
      const mine = { at: Number.POSITIVE_INFINITY, answer }
      last = mine
      // Kept from its end on: one that takes long is waited for, not asked again.
      void answer.then(() => {
        mine.at = now()
      })
    }
    return withinPatience(last.answer, patience)
  }
}

const unforeseen: DatabaseTrouble = {
  status: 'database not usable',
  advice: 'The database refuses queries. Run `npm run cli -- doctor` for details.',
  retryAfter: 30,
}

async function withinPatience(answer: Promise<Readiness>, ms: number): Promise<Readiness> {
  const late: Readiness = { isReady: false, status: 'database slow', retryAfter: 5, reason: 'no answer yet' }
  let timer: NodeJS.Timeout | undefined
  const giveUp = new Promise<Readiness>((resolve) => {
    timer = setTimeout(resolve, ms, late)
  })
  try {
    return await Promise.race([answer, giveUp])
  } finally {
    clearTimeout(timer)
  }
}
