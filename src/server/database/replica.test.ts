import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importKeyOf, insertPrompts, prepareDrafts } from '#features/catalogue/server/insert-prompts.ts'
import { siteAccountId } from '#platform/actor.ts'
import type { Api } from '#platform/api.ts'
import { recordContentChange } from '#platform/content-changes.ts'
import { type Db, inTransaction, openPool } from '#platform/db.ts'
import { parsePosition } from '#platform/replica.ts'
import { connectionTo, run } from '#test/postgres.ts'
import { canStartStandby, type PrimaryAndStandby, startPrimaryAndStandby } from '#test/standby.ts'
import { createTestServices } from '#test/test-services.ts'
import { createApp } from '../app.ts'
import { hooks } from '../hooks.ts'
import { createContentWatch } from '../pages/content-watch.ts'
import { migrate } from './migrations.ts'
import { type OpenReplica, openReplica, replicaLagMs } from './open-replica.ts'

if (!canStartStandby) console.warn('Skipped the tests of a replica, which need PostgreSQL’s Debian packages.')

it('a position in the write-ahead log is a number of bytes', () => {
  expect([parsePosition('0/0'), parsePosition('16/B374D848')]).toEqual([0n, 0x16b374d848n])
})

describe.runIf(canStartStandby)('reads of visitors from a replica', () => {
  let pair: PrimaryAndStandby
  /** Its reads may use the replica. `direct` uses only the primary. */
  let db: Db
  let direct: Db
  let replica: OpenReplica
  let app: Api
  let watch: ReturnType<typeof createContentWatch>
  let id: string
  let time = Date.now()
  let logLines: string[] = []
  let closers: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    pair = await startPrimaryAndStandby()
    const opened = openPool(pair.primary, () => undefined)
    direct = opened.db
    await migrate(direct)
    const category = await direct.selectFrom('categories').select('id').limit(1).executeTakeFirstOrThrow()
    const draft = { title: 'A bridge', description: 'Why it stands.', content: 'Explain it.', categoryId: category.id }
    const facts = { userId: siteAccountId, credit: null, tags: [], models: [], variables: [], forkOf: null }
    const rights = { licence: 'CC0-1.0', language: 'en', status: 'published', featured: false } as const
    const promptDraft = { ...draft, ...facts, ...rights, importKey: importKeyOf('1', '') }
    const prepared = await prepareDrafts(direct, [promptDraft])
    const [prompt] = await inTransaction(direct, (tx) => insertPrompts(tx, prepared, hooks.onPublished))
    id = prompt?.id ?? ''
  })
  beforeEach(() => open(pair.standby.connectionString))
  afterEach(async () => {
    await run(connectionTo(pair.standby, 'postgres'), 'select pg_wal_replay_resume()').catch(() => undefined)
    for (const close of closers.reverse()) await close()
    closers = []
  })
  afterAll(async () => {
    await direct?.destroy()
    await pair?.stop()
  })

  async function open(url: string) {
    logLines = []
    replica = openReplica(
      url,
      (line) => logLines.push(line),
      () => time,
    )
    const opened = openPool(pair.primary, () => undefined, { replica })
    db = opened.db
    watch = createContentWatch(db, replica)
    app = createApp({ ...createTestServices(db), db, readsReplica: true })
    closers.push(() => db.destroy(), replica.close)
    await watch.check()
    await waitUntilCaughtUp()
  }

  const readCopiesAsVisitor = async (query = '') =>
    ((await (await app.request(`/api/prompts/${id}${query}`)).json()) as { copies: number }).copies
  const readCopiesAsMember = async (headers: Record<string, string> = { cookie: 'session=anything' }) => {
    const response = await app.request(`/api/prompts/${id}`, { headers })
    return ((await response.json()) as { copies: number }).copies
  }
  const pauseReplay = () => run(connectionTo(pair.standby, 'postgres'), 'select pg_wal_replay_pause()')
  const setCopies = (copies: number) => sql`update prompts set copies = ${copies} where id = ${id}`.execute(direct)

  /** Waits until the standby has replayed everything that the primary has written. */
  async function waitUntilCaughtUp() {
    const check = async () => {
      const { rows } = await sql<{ position: string }>`select pg_current_wal_insert_lsn() as position`.execute(direct)
      await run(
        connectionTo(pair.standby, 'postgres'),
        `do $$ begin if pg_last_wal_replay_lsn() < '${rows[0]?.position}' then raise 'behind'; end if; end $$`,
      )
    }
    await expect
      .poll(() =>
        check().then(
          () => 'caught up',
          () => 'behind',
        ),
      )
      .toBe('caught up')
  }

  it('may be seconds old, unlike reads of members and forced reads', async () => {
    const before = await readCopiesAsVisitor()
    await pauseReplay()
    await setCopies(before + 1)
    expect([await readCopiesAsVisitor(), await readCopiesAsMember(), await readCopiesAsVisitor('?_t=1')]).toEqual([
      before,
      before + 1,
      before + 1,
    ])
    expect(await readCopiesAsMember({ authorization: 'Basic anything' })).toBe(before + 1)
    expect(logLines).toEqual(['the replica serves reads'])
  })

  it('show a change of content immediately, however far behind the replica is', async () => {
    const before = await readCopiesAsVisitor()
    await pauseReplay()
    await inTransaction(direct, async (tx) => {
      await sql`update prompts set copies = ${before + 1} where id = ${id}`.execute(tx)
      await recordContentChange(tx, [id])
    })
    const copiesRead: number[] = []
    // Reads what a page would show if it were rendered while cached pages are being dropped.
    watch.onChange(async () => copiesRead.push(await readCopiesAsVisitor()))
    await watch.check()
    expect(copiesRead).toEqual([before + 1])
    expect(await readCopiesAsVisitor()).toBe(before + 1)
    expect(logLines.at(-1)).toBe('the replica serves no reads: it is behind')

    await run(connectionTo(pair.standby, 'postgres'), 'select pg_wal_replay_resume()')
    await waitUntilCaughtUp()
    time += 1_000
    await readCopiesAsVisitor()
    expect(logLines.at(-1)).toBe('the replica serves reads')
  })

  it('never return data that is older than replicaLagMs', async () => {
    const before = await readCopiesAsVisitor()
    await pauseReplay()
    await setCopies(before + 1)
    await watch.check()
    expect(await readCopiesAsVisitor()).toBe(before)
    time += replicaLagMs - 1
    await watch.check()
    expect(await readCopiesAsVisitor()).toBe(before)
    time += 1
    expect(await readCopiesAsVisitor()).toBe(before + 1)
  })

  it('come from the primary if the address isn’t that of a standby, or is unreachable', async () => {
    for (const [address, reason] of [
      [pair.primary.connectionString, 'it isn’t a standby'],
      ['postgres://postgres@127.0.0.1:1/postgres', 'ECONNREFUSED'],
    ] as const) {
      await open(address)
      expect(await readCopiesAsVisitor()).toBe(await readCopiesAsMember())
      expect(logLines).toEqual([expect.stringContaining(reason)])
    }
  })

  it('still work while the primary is down', async () => {
    const copies = await readCopiesAsVisitor()
    await pair.stopPrimary()
    expect(await readCopiesAsVisitor()).toBe(copies)
    expect((await app.request(`/api/prompts/${id}`, { headers: { cookie: 'session=anything' } })).status).toBe(503)
    expect((await app.request(`/api/prompts/newest`)).status).toBe(200)
  })
})
