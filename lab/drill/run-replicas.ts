import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { openPool } from '#platform/database/db.ts'
import { startBuiltSite } from '#test/e2e/product.ts'
import { addMembers, signInMany } from '../load/members.ts'
import { type ReadCounts, startOwnWrites } from './own-writes.ts'
import { type Standby, startStandbys } from './standbys.ts'

const memberCount = 6
/** How long each state of the standbys lasts, in ms: with `--short`, and otherwise. */
const phaseMs = { short: 6_000, whole: 15_000 }
/** How much longer the slowest request may take while a standby fails: a second at the standby, and again, in ms. */
const extraMs = 2_000
/** How long the traffic runs before anything is counted, in ms. */
const warmUpMs = 4_000

const print = (line: string) => process.stdout.write(`${line}\n`)

type Phase = { name: string; change(standbys: [Standby, Standby, Standby]): Promise<unknown> }
const phases: Phase[] = [
  { name: 'three standbys run', change: async () => undefined },
  { name: 'one replays nothing', change: ([one]) => one.pause() },
  { name: 'and one is killed', change: async ([, two]) => two.kill() },
  { name: 'and one is 30 s behind', change: ([, , three]) => three.delay() },
  { name: 'all repaired', change: (all) => Promise.all(all.map((standby) => standby.repair())) },
  { name: 'one hangs', change: async ([one]) => one.hang() },
  { name: 'all repaired again', change: ([one]) => one.repair() },
]

/**
 * Runs two processes of the product with three standbys that fail one after another, while members read what they have
 * just written. Returns true if no problem was found.
 */
async function drill(folder: string, isShort: boolean): Promise<boolean> {
  print('Starting a primary, three standbys, and two processes of the product ...')
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
  const { url, standbys } = await startStandbys(folder, 3)
  const addresses: string[] = []
  for (const port of ['3000', '3001']) {
    const data = join(folder, `site-${port}`)
    mkdirSync(data)
    const database = { DATABASE_URL: url, DATABASE_REPLICA_URLS: standbys.map((standby) => standby.url).join(',') }
    const site = await startBuiltSite({ ...database, DATA_DIR: data, STARTER: 'on', PORT: port, RATE_LIMITS: 'off' })
    addresses.push(site.url)
  }
  const cookies = await signInMembers(url)
  const served = new Map<Standby, number>()
  const traffic = await startOwnWrites(addresses as [string, string], cookies)
  await wait(warmUpMs)
  traffic.takeCounts()
  for (const standby of standbys) await countSince(standby, served)
  let normalMs: number | undefined
  const rows: string[] = []
  const problems: string[] = []
  for (const { name, change } of phases) {
    await change(standbys as [Standby, Standby, Standby])
    // The figures of a phase include how the site leaves a standby, and, after a repair, how it comes back.
    await wait(phaseMs[isShort ? 'short' : 'whole'])
    const counts = traffic.takeCounts()
    const transactions = await Promise.all(standbys.map((standby) => countSince(standby, served)))
    normalMs ??= counts.slowestMs
    problems.push(...problemsOf(name, counts, normalMs + extraMs))
    if (name.startsWith('all') && transactions.some((count) => (count ?? 0) < 100))
      problems.push(`${name}: a standby wasn’t used again`)
    const { writes, ownReads, missed, visits, failed } = counts
    const cells = [name, writes, ownReads, missed, visits, failed.length, `${(counts.slowestMs / 1000).toFixed(1)} s`]
    rows.push(`| ${[...cells, transactions.map((count) => count ?? '–').join(', ')].join(' | ')} |`)
    print(rows.at(-1) ?? '')
  }
  await traffic.stop()
  print(`\n${[...head, ...rows].join('\n')}\n`)
  for (const problem of problems) print(`PROBLEM: ${problem}`)
  return problems.length === 0
}

const head = [
  '| the standbys | writes | own writes read | of these missing | reads of visitors | failed | slowest | transactions on each |',
  '| --- | --- | --- | --- | --- | --- | --- | --- |',
]

function problemsOf(name: string, counts: ReadCounts, limitMs: number): string[] {
  const { ownReads, visits, missed, failed, slowestMs } = counts
  return [
    ...(missed > 0 ? [`${name}: ${missed} reads lacked the reader’s own write`] : []),
    ...(failed.length > 0 ? [`${name}: ${failed.length} requests failed: ${failed[0]}`] : []),
    ...(slowestMs > limitMs ? [`${name}: a request took ${(slowestMs / 1000).toFixed(1)} s`] : []),
    ...(ownReads * visits === 0 ? [`${name}: nothing was read`] : []),
  ]
}

/** Counts a standby's transactions since the last call. Null if it doesn't answer. */
async function countSince(standby: Standby, known: Map<Standby, number>): Promise<number | null> {
  const count = await standby.countTransactions().catch(() => null)
  if (count === null) return null
  // After a crash, a standby counts from 0.
  const before = known.get(standby) ?? 0
  known.set(standby, count)
  return count < before ? count : count - before
}

/** Signs in members. Their sessions look an hour old, because all reads of a new session go to the primary. */
async function signInMembers(url: string): Promise<string[]> {
  const { db } = openPool({ connectionString: url }, () => undefined)
  const cookies = await signInMany(db, await addMembers(db, memberCount))
  await sql`update sessions set created_at = created_at - interval '1 hour'`.execute(db)
  await db.destroy()
  return cookies
}

const [folder = '', length] = process.argv.slice(2)
process.exit((await drill(folder, length === 'short')) ? 0 : 1)
