import type { Health } from '#features/health/contract.ts'
import type { Db } from '#platform/database/db.ts'
import { databaseChecks } from '../database/database-checks.ts'
import { figureChecks } from '../database/figure-checks.ts'
import type { ReplicaState } from '../database/open-replica.ts'
import { createReadiness } from '../database/readiness.ts'
import { findSlowStatements } from '../database/slow-statements.ts'
import { type CheckResult, type Finding, ok, runCheck, warn } from '../http/check-result.ts'
import type { FailingWork } from '../jobs/background-work.ts'
import { noLog } from './request-log.ts'
import { createSiteFigures, type SiteFigures } from './site-figures.ts'

type Pool = { total: number; idle: number; waiting: number }
type Options = {
  db: Db
  now: () => Date
  /** Reads the figures of the site. Unset: only the figures from the database are read. */
  figures?: () => Promise<SiteFigures>
  /** Returns the numbers of this process's connections to the database. */
  pool?: () => Pool
  replicas?: { states(): ReplicaState[] }
  failingWork?: FailingWork
}

/**
 * Creates a function that reads what the Health page shows: the fast checks of `doctor`, including those of the
 * figures, and slow statements.
 */
export function createSiteHealth(options: Options): () => Promise<Health> {
  const { db, now, pool, replicas, failingWork } = options
  const figures =
    options.figures ?? createSiteFigures({ db, now, readiness: createReadiness({ db, log: noLog }), aiBudget: null })
  return async () => {
    const [values, statements] = await Promise.all([figures(), findSlowStatements(db)])
    const findings: Finding[] = [...figureChecks(values)]
    if (replicas) findings.push({ subject: 'replicas', ...checkReplicas(replicas.states()) })
    if (pool) findings.push({ subject: 'connections', ...checkPool(pool()) })
    if (failingWork) findings.push({ subject: 'background work', ...checkWork(failingWork) })
    for (const [subject, check] of databaseChecks) findings.push({ subject, ...(await runCheck(check, db)) })
    return { checkedAt: now().toISOString(), checks: findings, statements }
  }
}

function checkPool({ total, idle, waiting }: Pool): CheckResult {
  const status = `${total - idle} busy, ${idle} idle, ${waiting} requests waiting for a connection, in the process that responded`
  return waiting > 10 ? warn(`${status}. Look at the slow statements below, or run fewer processes`) : ok(status)
}

function checkWork(failingWork: FailingWork): CheckResult {
  if (failingWork.size === 0) return ok('succeeds, in the process that responded')
  const failures = [...failingWork].map(([name, error]) => `${name} (${error})`)
  return warn(`failing in the process that responded: ${failures.join('; ')}. It is tried again by itself`)
}

function checkReplicas(states: ReplicaState[]): CheckResult {
  const unused = states.filter(({ serves }) => !serves)
  const count = `${states.length - unused.length} of ${states.length} serve reads, in the process that responded`
  if (unused.length === 0) return ok(count)
  const reasons = unused.map(({ name, reason }) => `${name} (${reason})`).join('; ')
  return warn(
    `${count}. Not used: ${reasons}. Check DATABASE_REPLICA_URLS, these standbys, and how far behind they are`,
  )
}
