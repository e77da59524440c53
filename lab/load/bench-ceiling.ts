import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { freePlanForAll } from '#features/credits/server/credit-context.ts'
import { grantCredits } from '#features/credits/server/grant-credits.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import type { OpenDatabase } from '#server/database/database.ts'
import type { StartedProgram } from '#test/processes.ts'
import { loadHttp, type Post } from './http-load.ts'
import { addMembers, signInMany } from './members.ts'
import type { Row } from './report.ts'

const memberCount = 20
/** How many rows each imported file has. */
const rowsPerFile = 25
const credits = 1_000_000
/** How long jobs that follow an action, such as counting and notifying, have after its requests, in ms. */
const settleMs = 3_000

/** What members do, and how often each of them does it on a day when they use the site: a guess. */
const perDay = { views: 30, copies: 4, votes: 2, saves: 1, comments: 0.2, spends: 3, publishes: 0.1, rows: 0.2 }
/** The share of a machine that is used at the busiest time, and the busiest hour's share of a day. */
const [busyShare, peakHourShare] = [0.5, 0.1]

export type Crowd = { cookies: string[]; promptIds: string[] }

/** Adds members who have many credits, and signs them in. Returns their cookies, and the ids of prompts to act on. */
export async function prepareCeiling({ db, pool }: OpenDatabase): Promise<Crowd> {
  const members = await addMembers(db, memberCount)
  const context = { now: () => new Date(), planOf: freePlanForAll, limitsFirstGrants: false }
  const pack = { kind: 'purchase', reason: 'Bench', expiresAt: null, sourceKey: 'pack:bench', amount: credits } as const
  for (const { id } of members) await inTransaction(db, (tx) => grantCredits(tx, context, { userId: id, ...pack }))
  const { rows } = await sql<{ id: string }>`select id from prompts where status = 'published' order by id`.execute(db)
  await pool.query('vacuum analyze')
  return { cookies: await signInMany(db, members), promptIds: rows.map(({ id }) => id) }
}

/**
 * Has members do one thing after another over HTTP. Measures, for each, how many a second one process takes, the CPU
 * time of the server and of the database, and the bytes of the write-ahead log, with what follows from it.
 */
export async function benchCeiling(server: StartedProgram, db: Db, { cookies, promptIds }: Crowd): Promise<Row[]> {
  const counts = cookies.map(() => 0)
  /** Returns another prompt for each call of a client, so that no action repeats one. */
  const nextPrompt = (client: number) => {
    const count = (counts[client] ?? 0) + 1
    counts[client] = count
    return promptIds[(client + count * cookies.length) % promptIds.length] ?? ''
  }
  const text = () => `A text that is new: ${newId()}, in a letter to {{reader}} about {{subject}}.`
  const row = () => ({ title: `A letter ${newId()}`, content: text() })
  const actions: Record<keyof typeof perDay, (client: number) => Omit<Post, 'cookie'>> = {
    views: (client) => ({ path: '/api/views', body: { promptId: nextPrompt(client) } }),
    copies: (client) => ({ path: `/api/prompts/${nextPrompt(client)}/copy`, body: {} }),
    votes: (client) => ({ path: '/api/votes', body: { promptId: nextPrompt(client), value: 1 } }),
    saves: (client) => ({ path: '/api/favorites', body: { promptId: nextPrompt(client) } }),
    comments: (client) => ({ path: `/api/prompts/${nextPrompt(client)}/comments`, body: { content: text() } }),
    spends: () => ({
      path: '/api/user/credits/decrease',
      body: { amount: 1 },
      headers: { 'idempotency-key': newId() },
    }),
    publishes: () => ({ path: '/api/prompts', body: { ...row(), category: 'general' } }),
    rows: () => ({
      path: '/api/user/prompts/import',
      body: { format: 'json', content: JSON.stringify(Array.from({ length: rowsPerFile }, row)) },
    }),
  }
  const rows: Row[] = []
  const daily = { wal: 0, server: 0, database: 0 }
  for (const [name, action] of Object.entries(actions) as [keyof typeof perDay, (typeof actions)['views']][]) {
    const before = await readLogPosition(db)
    // A server imports few files at once, and refuses the others.
    const clients = name === 'rows' ? 2 : cookies.length
    const load = await loadHttp(server, clients, (client) => ({
      cookie: cookies[client] ?? '',
      ...action(client),
    }))
    await wait(settleMs)
    const each = load.count * (name === 'rows' ? rowsPerFile : 1)
    const wal = Number((await readLogPosition(db)) - before) / each
    const cpu = { server: (load.cpu.server * load.count) / each, database: (load.cpu.database * load.count) / each }
    daily.wal += wal * perDay[name]
    daily.server += cpu.server * perDay[name]
    daily.database += cpu.database * perDay[name]
    rows.push([
      name,
      `${Math.round((load.perSecond * each) / load.count)} a second; CPU ${cpu.server.toFixed(2)} ms in the server, ${cpu.database.toFixed(2)} ms in the database; ${Math.round(wal)} bytes of WAL`,
    ])
  }
  const mostCpu = Math.max(daily.server, daily.database)
  const membersPerCore = Math.round((busyShare * 3_600_000) / (mostCpu * peakHourShare))
  return [
    ...rows,
    [
      `a member’s day (${Object.entries(perDay)
        .map(([name, times]) => `${times} ${name}`)
        .join(', ')})`,
      `CPU ${daily.server.toFixed(1)} ms in the server, ${daily.database.toFixed(1)} ms in the database; ${Math.round(daily.wal / 1024)} KB of WAL`,
    ],
    [
      `members a day for whom one core of the busier of both is ${busyShare * 100} % busy in an hour with ${peakHourShare * 100} % of the day`,
      membersPerCore.toLocaleString('en-US'),
    ],
  ]
}

/** Returns how many bytes of the write-ahead log have been written so far. */
async function readLogPosition(db: Db): Promise<bigint> {
  const { rows } = await sql<{ bytes: string }>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as bytes`.execute(db)
  return BigInt(rows[0]?.bytes ?? 0)
}
