import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { openPool } from '#platform/database/db.ts'
import { createTestServices } from '#test/test-services.ts'
import { createApp } from '../app.ts'
import { noLog } from '../telemetry/request-log.ts'
import { isRoot, makeFolder, OtherProcess } from './embedded-postgres/embedded-postgres.fixture.ts'
import { migrate } from './migrations.ts'
import { createReadiness, readinessCacheMs } from './readiness.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const canMount = isRoot && process.platform === 'linux'
if (!canMount) console.info('Skipped the test that fills a disk, since it needs root on Linux.')

const post = (path: string, body: object) =>
  [path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }] as const

describe.runIf(canMount)('a full disk', () => {
  test('makes the server not ready and makes writes fail with 503 until space is free', async () => {
    const { db, folder, close } = await openOnSmallDisk()
    let time = 0
    const lines: string[] = []
    const write = (_: object, line: string) => lines.push(line)
    const readiness = createReadiness({ db, log: { ...noLog, error: write, info: write }, now: () => time })
    const checkReadiness = () => {
      time += readinessCacheMs
      return readiness()
    }
    const app = createApp({ ...createTestServices(db), db, log: { ...noLog, error: write } })
    const account = { username: 'newcomer', email: 'newcomer@example.test', password: 'a long enough one' }
    expect((await app.request(...post('/api/register', account))).status).toBe(201)
    expect(await checkReadiness()).toEqual({ isReady: true })

    const filler = join(folder, 'filler')
    expect(spawnSync('sh', ['-c', `cat /dev/zero > "${filler}"`]).stderr.toString()).toContain('No space left')
    expect(await checkReadiness()).toMatchObject({ isReady: false, status: 'database disk full', reason: '53100' })
    // The message is long, so that the table's file has to grow after a few rows.
    const message = { email: 'a@example.test', message: 'x'.repeat(4000) }
    const responses = []
    for (let tries = 0; tries < 5; tries++) responses.push(await app.request(...post('/api/contact', message)))
    const refused = responses.find(({ status }) => status !== 202)
    expect([refused?.status, await refused?.json()]).toMatchObject([503, { code: 'overloaded' }])
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(lines.every((line) => line.startsWith('The disk of the database is full'))).toBe(true)

    rmSync(filler)
    expect(await checkReadiness()).toEqual({ isReady: true })
    expect((await app.request(...post('/api/contact', message))).status).toBe(202)
    expect(lines.at(-1)).toBe('the database accepts writes again')
    await close()
  })
})

/**
 * Opens a migrated database on a disk of 160 MB. The disk is mounted only for the process that opens the database, and
 * for PostgreSQL. This process reaches it through `/proc/PID/root`.
 */
async function openOnSmallDisk() {
  const dataDir = makeFolder()
  const prefix = ['unshare', '--mount', 'sh', '-c', `mount -t tmpfs -o size=160m tmpfs "${dataDir}" && exec "$@"`, 'sh']
  const other = new OtherProcess({ dataDir, purpose: 'server', prefix })
  const { pid, connection } = await other.untilOpened()
  const root = `/proc/${pid}/root`
  const { db } = openPool({ ...connection, host: root + connection.host }, () => undefined)
  await migrate(db)
  const close = async () => {
    await db.destroy()
    await other.close()
  }
  return { db, folder: root + dataDir, close }
}
