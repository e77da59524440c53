import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { findDrifts } from '#features/catalogue/server/stored/recount-queries.ts'
import { type Connection, openPool } from '#platform/database/db.ts'
import { listPendingMigrations, migrate } from '#server/database/migrations.ts'
import { watchLockWaits } from '#test/lock-waits.ts'
import { connectionTo, createDatabase, openServer, run } from '#test/postgres.ts'
import { printRows } from '../load/report.ts'
import { fillWithLargeOldSite } from './large-old-site.ts'

/**
 * `npm run check-upgrade` migrates a site of version 0.1.0 with 10,000 prompts and members while other connections read
 * and write. It fails if migrations or members are missing or counters are wrong afterwards, or if these connections
 * waited for a lock for more than 2 s in each of three upgrades: one long wait may be due to other work on the machine.
 */
const lockMaxMs = 2_000
const attempts = 3
/** The `application_name` by which PostgreSQL's views show the connections that read and write. */
const otherClients = 'other clients'

/** Repeats a statement until `stop` is called, which returns its longest time in ms and how often it ran. */
function repeatStatement(connection: Connection, text: string) {
  const client = new pg.Client({ ...connection, application_name: otherClients })
  const measured = { longest: 0, count: 0 }
  let isRunning = true
  const loop = (async () => {
    await client.connect()
    while (isRunning) {
      const startedAt = performance.now()
      await client.query(text)
      measured.longest = Math.max(measured.longest, performance.now() - startedAt)
      measured.count++
      await wait(5)
    }
    await client.end()
  })()
  return {
    async stop() {
      isRunning = false
      await loop
      return measured
    },
  }
}

/**
 * Migrates a large old site in a new database while other clients use it. `isComplete` tells whether all migrations were
 * applied, all counters are right and no member is missing. `lockMs` is the other clients' longest wait for a lock.
 */
async function upgrade(server: Connection, name: string): Promise<{ isComplete: boolean; lockMs: number }> {
  await createDatabase(server, name)
  const connection = connectionTo(server, name)
  await fillWithLargeOldSite(connection)
  const { db } = openPool(connection, () => undefined)
  const { rows: oldMembers } = await sql<{ id: string }>`select id from users`.execute(db)
  const statements = {
    'reading a list of prompts': repeatStatement(connection, `select title from prompts order by id desc limit 20`),
    'reading an account': repeatStatement(connection, `select name from users order by id limit 1`),
    'reading a list of tools': repeatStatement(connection, `select name from tools order by id desc limit 20`),
    'changing a prompt': repeatStatement(
      connection,
      `update prompts set featured = featured where id = (select id from prompts order by id limit 1)`,
    ),
    'changing an account': repeatStatement(
      connection,
      `update users set updated_at = now() where id = (select max(id::text)::uuid from users)`,
    ),
  }
  await wait(1_000)
  const lockWaits = await watchLockWaits(connection, otherClients)
  const startedAt = performance.now()
  const appliedMigrations = await migrate(db)
  const durationMs = performance.now() - startedAt
  const longestWait = await lockWaits.stop()
  const slowest = await Promise.all(
    Object.entries(statements).map(async ([what, { stop }]) => ({ what, ...(await stop()) })),
  )
  const { rows } = await sql<{ prompts: number; members: number }>`
    select (select count(*) from prompts where status = 'published')::int as prompts,
      (select count(*) from users where id = any(${oldMembers.map(({ id }) => id)}::uuid[]))::int as members`.execute(
    db,
  )
  const drifts = await findDrifts(db)
  const pending = await listPendingMigrations(db)
  printRows('Upgrade from 0.1.0', [
    [
      'migrations',
      `${appliedMigrations.length} in ${(durationMs / 1_000).toFixed(1)} s, load ${loadavg()[0]?.toFixed(1)}`,
    ],
    ['prompts and accounts', `${rows[0]?.prompts}, ${rows[0]?.members} of ${oldMembers.length}`],
    ['longest wait for a lock', `${Math.round(longestWait.ms)} ms (${longestWait.what}); budget ${lockMaxMs} ms`],
    ...slowest.map(({ what, longest, count }): [string, string] => [
      `slowest statement: ${what}`,
      `${Math.round(longest)} ms, the longest of ${count}`,
    ]),
    ['wrong counters', String(drifts.length)],
  ])
  const isComplete = pending.length === 0 && drifts.length === 0 && rows[0]?.members === oldMembers.length
  await db.destroy()
  await run(server, `drop database ${name}`)
  return { isComplete, lockMs: longestWait.ms }
}

const server = await openServer()
try {
  let lockMs = Number.POSITIVE_INFINITY
  for (let attempt = 1; attempt <= attempts && lockMs > lockMaxMs; attempt++) {
    const result = await upgrade(server.connection, `upgrade_check_${attempt}`)
    if (!result.isComplete) process.exitCode = 1
    lockMs = result.lockMs
  }
  if (lockMs > lockMaxMs) {
    process.stdout.write(
      `A lock blocked other clients for more than ${lockMaxMs} ms. Split the migration that held it, or build indexes concurrently.\n`,
    )
    process.exitCode = 1
  }
} finally {
  await server.close()
}
