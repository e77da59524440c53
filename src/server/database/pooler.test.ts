import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findDrifts } from '#features/catalogue/server/stored/recount-queries.ts'
import { findCreditViolations } from '#features/credits/server/violation-queries.ts'
import { findVoteDrifts } from '#features/votes/server/vote-queries.ts'
import type { Api } from '#platform/api.ts'
import { openPool } from '#platform/database/db.ts'
import { isPooled } from '#platform/database/detect-pooler.ts'
import { runCli, urlOf } from '#test/cli.ts'
import { findPgBouncer, type PgBouncer, startPgBouncer } from '#test/pgbouncer.ts'
import { createTestServices } from '#test/test-services.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { createApp } from '../app.ts'
import { readSettings } from '../settings/settings.ts'
import type { OpenDatabase } from './database.ts'
import { openMigratedDatabase } from './open-migrated-database.ts'

const version = findPgBouncer()
if (!version) console.warn('Skipped the tests behind PgBouncer, which isn’t installed: apt-get install pgbouncer.')

/** There are fewer connections than concurrent requests, so that requests have to share them. */
const poolSize = 4
const rounds = 40

describe.runIf(version)('PgBouncer in transaction mode', () => {
  let testSite: TestSite
  let pgBouncer: PgBouncer
  /** Two apps, each with its own connections, which stand for two processes of the server. */
  const processes: { database: OpenDatabase; app: Api; stop(): Promise<void> }[] = []
  let members: string[]
  let slugs: string[]

  beforeAll(async () => {
    testSite = await createTestSite()
    members = await Promise.all(['ada', 'grace', 'linus', 'edsger'].map((name) => testSite.addUser(name)))
    slugs = (await Promise.all(Array.from({ length: 6 }, () => testSite.addPrompt()))).map(({ slug }) => slug)
    pgBouncer = await startPgBouncer(testSite.connection, poolSize)
    const settings = readSettings({
      DATABASE_URL: pgBouncer.url(testSite.name),
      DATABASE_DIRECT_URL: urlOf(testSite.connection),
    })
    for (const _ of ['one', 'two']) {
      const database = await openMigratedDatabase(settings, { purpose: 'server', log: () => undefined })
      const services = createTestServices(database.db)
      await services.jobs.open()
      const app = createApp({ ...services, db: database.db })
      const stop = async () => {
        await services.jobs.stop()
        await database.close()
      }
      processes.push({ database, app, stop })
    }
  })
  afterAll(async () => {
    for (const { stop } of processes) await stop()
    await pgBouncer?.stop()
    await testSite?.close()
  })

  it('is detected, its connections have the session settings, and statements have names only if it supports names', async () => {
    for (const { database } of processes) {
      expect(await isPooled(database.pool)).toBe(true)
      expect(database.statements.areNamed).toBe(supportsNames(pgBouncer.version))
      const { rows } = await database.pool.query(
        `select current_setting('statement_timeout') as statement, current_setting('jit') as jit`,
      )
      expect(rows).toEqual([{ statement: '15s', jit: 'off' }])
    }
    const { db, pool } = openPool(testSite.connection, () => undefined)
    expect(await isPooled(pool)).toBe(false)
    await db.destroy()
  })

  it('serves concurrent reads and writes of two processes, and reads return the same as over a direct connection', async () => {
    const paths = [
      '/api/prompts/newest',
      '/api/prompts?q=prompt',
      '/api/categories',
      '/api/tags',
      ...slugs.map((slug) => `/api/prompts/${slug}`),
    ]
    const requests = Array.from({ length: rounds }, (_, round) => round).flatMap((round) => {
      const as = members[round % members.length] as string
      const slug = slugs[round % slugs.length] as string
      const write = (path: string, json: unknown) => send(round, path, as, json)
      return [
        ...paths.map((path) => send(round, path)),
        write('/api/votes', { promptId: slug, value: round % 3 === 0 ? -1 : 1 }),
        write('/api/prompts', draft(round)),
        write('/api/user/credits/decrease', { amount: 1, reason: 'prompt_run' }),
        send(round, '/api/user/credits', as),
      ]
    })
    const statuses = await Promise.all(requests)
    expect(statuses.filter((status) => status >= 400)).toEqual([])

    for (const path of [...paths, '/api/prompts?sort=newest&limit=50']) {
      const direct = await testSite.request(path)
      for (const { app } of processes) expect(await (await app.request(path)).json()).toEqual(direct.body)
    }
    // Stored balances, tallies and counts must match a recount.
    const violations = [
      await findCreditViolations(testSite.db),
      await findVoteDrifts(testSite.db),
      await findDrifts(testSite.db),
    ]
    expect(violations).toEqual([[], [], []])
  })

  it('makes doctor ask for DATABASE_DIRECT_URL if that is unset', async () => {
    const env = { DATABASE_URL: pgBouncer.url(testSite.name) }
    expect((await runCli(['doctor'], { env })).stdout).toMatch(/^warn {2}pooler .*DATABASE_DIRECT_URL/m)
    const both = { ...env, DATABASE_DIRECT_URL: urlOf(testSite.connection) }
    expect((await runCli(['doctor'], { env: both })).stdout).toMatch(/^ok {4}pooler /m)
  })

  async function send(round: number, path: string, as?: string, json?: unknown): Promise<number> {
    const headers = new Headers(as ? await testSite.headersOf(as) : {})
    headers.set('idempotency-key', randomUUID())
    if (json) headers.set('content-type', 'application/json')
    const app = (processes[round % processes.length] as (typeof processes)[number]).app
    const response = await app.request(path, { method: json ? 'POST' : 'GET', headers, body: JSON.stringify(json) })
    await response.text()
    return response.status
  }
})

const draft = (round: number) => ({
  title: `Explain bridge ${round}`,
  description: 'Why it stands.',
  content: `Explain to {{whom}} why bridge number ${round} stands.`,
  category: 'education-learning',
  tags: ['bridges'],
})

/** PgBouncer supports named statements since version 1.21. */
const supportsNames = (poolerVersion: string) => poolerVersion.localeCompare('1.21', 'en', { numeric: true }) >= 0
