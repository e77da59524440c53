import { connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSessionKey } from '#features/accounts/server/sessions/session-key.ts'
import { startSession } from '#features/accounts/server/sessions/start-session.ts'
import { fieldDefaults } from '#features/catalogue/field-rules.ts'
import { importKeyOf, insertPrompts, prepareDrafts } from '#features/catalogue/server/insert-prompts.ts'
import { siteAccountId } from '#platform/actor.ts'
import type { Api } from '#platform/api.ts'
import { recordContentChange } from '#platform/database/content-changes.ts'
import { type Db, inTransaction, openPool } from '#platform/database/db.ts'
import { parsePosition } from '#platform/database/replicas.ts'
import { newId } from '#platform/ids.ts'
import { connectionTo, run } from '#test/postgres.ts'
import { canStartStandby, type PrimaryAndStandby, startPrimaryAndStandby } from '#test/standby.ts'
import { createTestServices } from '#test/test-services.ts'
import { createApp } from '../app.ts'
import { hooks } from '../hooks.ts'
import { createContentWatch } from '../pages/content-watch.ts'
import { replicaLagMs } from './log-positions.ts'
import { migrate } from './migrations.ts'
import { type OpenReplicas, openReplicas } from './open-replicas.ts'

if (!canStartStandby) console.warn('Skipped the tests of a replica, which need PostgreSQL’s Debian packages.')

it('a position in the write-ahead log is a number of bytes', () => {
  expect([parsePosition('0/0'), parsePosition('16/B374D848')]).toEqual([0n, 0x16b374d848n])
})

describe.runIf(canStartStandby)('reads from replicas', () => {
  let pair: PrimaryAndStandby
  /** Its reads may use the replica. `direct` uses only the primary. */
  let db: Db
  let direct: Db
  let replicas: OpenReplicas
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
    const draft = { title: 'A bridge', content: 'Explain it.', categoryId: category.id }
    const facts = { ...fieldDefaults, userId: siteAccountId, credit: null, forkOf: null }
    const rights = { licence: 'CC0-1.0', language: 'en', status: 'published', featured: false } as const
    const promptDraft = { ...facts, ...draft, ...rights, importKey: importKeyOf('1', '') }
    const prepared = await prepareDrafts(direct, [promptDraft])
    const [prompt] = await inTransaction(direct, (tx) => insertPrompts(tx, prepared, hooks.onPublished))
    id = prompt?.id ?? ''
  })
  beforeEach(() => open([pair.standby.connectionString]))
  afterEach(async () => {
    await run(connectionTo(pair.standby, 'postgres'), 'select pg_wal_replay_resume()').catch(() => undefined)
    for (const close of closers.reverse()) await close()
    closers = []
  })
  afterAll(async () => {
    await direct?.destroy()
    await pair?.stop()
  })

  async function open(urls: string[]) {
    logLines = []
    replicas = openReplicas(
      urls,
      (line) => logLines.push(line),
      () => time,
    )
    const opened = openPool(pair.primary, () => undefined, { replicas })
    db = opened.db
    watch = createContentWatch(db, replicas)
    app = createApp({ ...createTestServices(db, { now: () => new Date(time) }), db, hasReplicas: true })
    closers.push(() => db.destroy(), replicas.close)
    await watch.check()
    await waitUntilCaughtUp()
    await expect.poll(() => replicas.states().every(({ reason }) => !/hasn’t answered/.test(reason))).toBe(true)
  }

  const lastLogLine = () => logLines.at(-1)?.replace(/ \/\S+/, '')

  /** Adds a member. Returns the Cookie header of a session that isn't new. */
  async function addMember(): Promise<{ id: string; cookie: string }> {
    const id = newId()
    const name = `member_${id.slice(-8)}`
    const person = { id, name, username: name, displayUsername: name, email: `${name}@example.test` }
    await direct.insertInto('users').values(person).execute()
    return { id, cookie: await signInAgain(id) }
  }
  async function signInAgain(userId: string): Promise<string> {
    const session = { userId, device: { address: '192.0.2.1', browser: 'test' }, now: new Date(time) }
    const key = await createSessionKey(direct)()
    const cookie = `session=${await inTransaction(direct, (tx) => startSession(tx, { ...session, key }))}`
    await sql`update sessions set created_at = created_at - interval '1 hour' where user_id = ${userId}`.execute(direct)
    return cookie
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
    expect(lastLogLine()).toBe('the replica serves reads')
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
    await expect.poll(lastLogLine).toBe('the replica serves no reads: it is behind')

    await run(connectionTo(pair.standby, 'postgres'), 'select pg_wal_replay_resume()')
    await expect.poll(lastLogLine).toBe('the replica serves reads')
  })

  it('come from the primary if the address isn’t that of a standby, or is unreachable', async () => {
    for (const [address, reason] of [
      [pair.primary.connectionString, 'it isn’t a standby'],
      ['postgres://postgres@127.0.0.1:1/postgres', 'ECONNREFUSED'],
    ] as const) {
      await open([address])
      expect(await readCopiesAsVisitor()).toBe(await readCopiesAsMember())
      await expect.poll(() => logLines).toEqual([expect.stringContaining(reason)])
    }
  })

  it('go to the next replica while one is unreachable', async () => {
    await open(['postgres://postgres@127.0.0.1:1/postgres', pair.standby.connectionString])
    await expect.poll(() => replicas.states().map(({ serves }) => serves)).toEqual([false, true])
    const before = await readCopiesAsVisitor()
    await pauseReplay()
    await setCopies(before + 1)
    expect([await readCopiesAsVisitor(), await readCopiesAsVisitor()]).toEqual([before, before])
  })

  it('of a member show what this member wrote last, in all of their sessions, and what others see may be older', async () => {
    const [writer, other] = [await addMember(), await addMember()]
    const second = await signInAgain(writer.id)
    await waitUntilCaughtUp()
    const before = await readCopiesAsVisitor()
    await pauseReplay()
    await setCopies(before + 1)
    expect([await readCopiesAsMember(writer), await readCopiesAsMember(other)]).toEqual([before, before])

    const json = { promptId: id, value: 1 }
    const headers = { cookie: writer.cookie, 'content-type': 'application/json' }
    const response = await app.request('/api/votes', { method: 'POST', headers, body: JSON.stringify(json) })
    expect(response.status).toBe(200)
    for (const cookie of [writer.cookie, second]) {
      const votes = await (await app.request(`/api/votes?promptIds=${id}`, { headers: { cookie } })).json()
      expect(votes).toMatchObject({ votes: { [id]: 1 } })
      expect(await readCopiesAsMember({ cookie })).toBe(before + 1)
    }
    expect(await readCopiesAsMember(other)).toBe(before)
  })

  it('show members their writes that were stored in one batch', async () => {
    const members = await Promise.all(Array.from({ length: 12 }, addMember))
    await waitUntilCaughtUp()
    await pauseReplay()
    const body = JSON.stringify({ promptId: id, value: 1 })
    const votes = await Promise.all(
      members.map(async ({ cookie }) => {
        const headers = { cookie, 'content-type': 'application/json' }
        expect((await app.request('/api/votes', { method: 'POST', headers, body })).status).toBe(200)
        return (await app.request(`/api/votes?promptIds=${id}`, { headers: { cookie } })).json()
      }),
    )
    expect(votes).toEqual(members.map(() => ({ votes: { [id]: 1 } })))
  })

  it('of a member whose session is new go to the primary', async () => {
    const { id: userId } = await addMember()
    await waitUntilCaughtUp()
    const before = await readCopiesAsVisitor()
    await pauseReplay()
    await setCopies(before + 1)
    const cookie = await signInAgain(userId)
    await sql`update sessions set created_at = now()`.execute(direct)
    expect(await readCopiesAsMember({ cookie })).toBe(before + 1)
  })

  it('leave a replica that hangs, and come back to it', async () => {
    const proxy = await startHangingProxy(pair.standby.connectionString)
    closers.push(proxy.close)
    await open([proxy.url])
    await expect.poll(lastLogLine).toMatch(/serves reads$/)
    const before = await readCopiesAsVisitor()
    proxy.hang()
    await setCopies(before + 1)
    expect(await Promise.all([1, 2, 3].map(() => readCopiesAsVisitor()))).toEqual([1, 2, 3].map(() => before + 1))
    expect(replicas.states()).toMatchObject([{ serves: false }])
    proxy.goOn()
    await expect.poll(() => replicas.states(), { timeout: 5_000 }).toMatchObject([{ serves: true }])
    expect(await readCopiesAsVisitor()).toBe(before + 1)
  })

  it('still work while the primary is down', async () => {
    const copies = await readCopiesAsVisitor()
    await pair.stopPrimary()
    expect(await readCopiesAsVisitor()).toBe(copies)
    expect((await app.request(`/api/prompts/${id}`, { headers: { cookie: 'session=anything' } })).status).toBe(503)
    expect((await app.request(`/api/prompts/newest`)).status).toBe(200)
  })
})

/** Starts a proxy to the server of a URL with a socket. While it hangs, it accepts connections and sends nothing on. */
async function startHangingProxy(url: string) {
  const path = `${new URL(url).searchParams.get('host')}/.s.PGSQL.5432`
  const sockets = new Set<Socket>()
  let isHanging = false
  const server = createServer((client) => {
    const upstream = connect(path)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      if (isHanging) from.pause()
      from.on('data', (data) => to.write(data))
      from.on('close', () => to.destroy())
      from.on('error', () => to.destroy())
    }
    if (isHanging) for (const socket of [client, upstream]) socket.pause()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    hang() {
      isHanging = true
      for (const socket of sockets) socket.pause()
    },
    goOn() {
      isHanging = false
      for (const socket of sockets) socket.resume()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
