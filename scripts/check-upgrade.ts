import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { findDrifts } from '#features/catalogue/server/recount-queries.ts'
import { migrate, pendingMigrations } from '#server/migrations.ts'
import { type Connection, openPool } from '#server/platform/db.ts'
import { fillWithLargeOldSite, oldPrompts } from '../test/large-old-site.ts'
import { printRows } from '../test/load/report.ts'
import { watchLockWaits } from '../test/lock-waits.ts'
import { createDatabase, openServer, within } from '../test/postgres.ts'

/**
 * `npm run check-upgrade`: migrates a site of version 0.1.0 with 10,000 prompts and members to today, while others read and
 * write, and prints how long they waited at most for a lock. Exit status 1 if that is more than 2 s, or if something is
 * missing or wrong afterwards.
 */
const name = 'upgrade_check'
const lockMaxMs = 2_000
/** What the readers and writers call themselves. */
const others = 'others'

/** The longest time of a statement that is repeated until `stop`, in ms, and how often it was done. */
function repeat(connection: Connection, text: string) {
  const client = new pg.Client({ ...connection, application_name: others })
  const seen = { longest: 0, count: 0 }
  let isOn = true
  const going = (async () => {
    await client.connect()
    while (isOn) {
      const begun = performance.now()
      await client.query(text)
      seen.longest = Math.max(seen.longest, performance.now() - begun)
      seen.count++
      await wait(5)
    }
    await client.end()
  })()
  return {
    seen,
    async stop() {
      isOn = false
      await going
      return seen
    },
  }
}

const server = await openServer()
try {
  await createDatabase(server.connection, name)
  const connection = within(server.connection, name)
  await fillWithLargeOldSite(connection)
  const { db } = openPool(connection, () => undefined)
  const work = {
    'who reads a list of prompts': repeat(connection, `select title from prompts order by id desc limit 20`),
    'who reads an account': repeat(connection, `select name from users order by id limit 1`),
    'who reads a list of tools': repeat(connection, `select name from tools order by id desc limit 20`),
    'who changes a prompt': repeat(
      connection,
      `update prompts set featured = featured where id = (select id from prompts order by id limit 1)`,
    ),
    'who changes an account': repeat(
      connection,
      `update users set updated_at = now() where id = (select max(id::text)::uuid from users)`,
    ),
  }
  await wait(1_000)
  const lockWaits = await watchLockWaits(connection, others)
  const begun = performance.now()
  const applied = await migrate(db)
  const took = performance.now() - begun
  const longest = await lockWaits.stop()
  const waits = await Promise.all(Object.entries(work).map(async ([what, { stop }]) => ({ what, ...(await stop()) })))
  const { rows } = await sql<{ prompts: number; members: number }>`
    select (select count(*) from prompts where status = 'published')::int as prompts, (select count(*) from users)::int as members`.execute(
    db,
  )
  const drifts = await findDrifts(db)
  const missing = await pendingMigrations(db)
  printRows('Upgrade from 0.1.0', [
    ['migrations', `${applied.length} in ${(took / 1_000).toFixed(1)} s, load ${loadavg()[0]?.toFixed(1)}`],
    ['prompts and accounts', `${rows[0]?.prompts}, ${rows[0]?.members}`],
    ['longest wait of others for a lock', `${Math.round(longest.ms)} ms (${longest.what}); budget ${lockMaxMs} ms`],
    ...waits.map(({ what, longest, count }): [string, string] => [
      `longest statement of ${what}`,
      `${Math.round(longest)} ms of ${count}`,
    ]),
    ['counters that are wrong', String(drifts.length)],
  ])
  const isWhole = missing.length === 0 && drifts.length === 0 && (rows[0]?.members ?? 0) > oldPrompts
  if (longest.ms > lockMaxMs)
    process.stdout.write(
      `A lock blocked others for more than ${lockMaxMs} ms. Split what the migration does, or build indexes concurrently.\n`,
    )
  if (!isWhole || longest.ms > lockMaxMs) process.exitCode = 1
  await db.destroy()
} finally {
  await server.close()
}
