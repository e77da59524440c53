import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { postmasterPid } from '#test/postmaster-pid.ts'
import { makePreparedFolder, OtherProcess, processesOf, query, removeTestFolders } from './embedded-postgres.fixture.ts'
import { type EmbeddedPostgres, openEmbeddedPostgres, type SocketConnection } from './embedded-postgres.ts'
import { hasCrashed } from './embedded-postgres-use.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
removeTestFolders()

let opened: EmbeddedPostgres | undefined
afterEach(async () => {
  await opened?.close()
  opened = undefined
})

/** Opens a database as a server. Returns it with the lines that it logs and the connection after each restart. */
async function openServer(dataDir: string) {
  const lines: string[] = []
  const restarts: SocketConnection[] = []
  const onRestart = (connection: SocketConnection) => restarts.push(connection)
  const log = (line: string) => lines.push(line)
  opened = await openEmbeddedPostgres({ dataDir, purpose: 'server', log, onRestart })
  return { postgres: opened, lines, restarts }
}

const pidOf = (dataDir: string) => postmasterPid(join(dataDir, 'postgres'))
const killPostgres = (dataDir: string) => process.kill(pidOf(dataDir), 'SIGKILL')

function until(condition: () => boolean): Promise<void> {
  return expect.poll(condition, { interval: 1 }).toBe(true)
}

test('only a PostgreSQL that was killed counts as crashed, not one that stopped or never ran', async () => {
  const dataDir = await makePreparedFolder()
  expect(hasCrashed(dataDir)).toBe(false)
  await (await openServer(dataDir)).postgres.close()
  expect(hasCrashed(dataDir)).toBe(false)
  writeFileSync(join(dataDir, 'postgres/postmaster.pid'), '99999999\n')
  expect(hasCrashed(dataDir)).toBe(true)
})

describe('PostgreSQL that is killed while a server uses it', () => {
  test('is restarted every time with all committed data, and the log says so every time', async () => {
    const dataDir = await makePreparedFolder()
    const { postgres, lines, restarts } = await openServer(dataDir)
    await query(postgres.connection, "CREATE TABLE notes (text text); INSERT INTO notes VALUES ('kept')")
    for (const round of [1, 2]) {
      killPostgres(dataDir)
      await until(() => restarts.length === round)
      expect(postgres.connection).toEqual(restarts.at(-1))
      expect(await query(postgres.connection, 'SELECT text FROM notes')).toEqual([{ text: 'kept' }])
    }
    expect(lines.filter((line) => /^PostgreSQL stopped unexpectedly: .+ Restarting it\.$/.test(line))).toHaveLength(2)
    expect(lines.filter((line) => line === 'PostgreSQL is running again.')).toHaveLength(2)
    await postgres.close()
    await expect.poll(() => processesOf(dataDir)).toEqual([])
  })

  test('is also restarted if a command had started it', async () => {
    const dataDir = await makePreparedFolder()
    const command = new OtherProcess({ dataDir, purpose: 'command' })
    await command.untilOpened()
    const { postgres, restarts } = await openServer(dataDir)
    expect(postgres.started).toBe(false)
    killPostgres(dataDir)
    await until(() => restarts.length === 1)
    expect(await query(postgres.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('is started again once its database is back, after attempts at growing intervals, and no new database is created', async () => {
    const dataDir = await makePreparedFolder()
    const { postgres, lines, restarts } = await openServer(dataDir)
    const elsewhere = join(dataDir, 'elsewhere')
    const pid = pidOf(dataDir)
    renameSync(join(dataDir, 'postgres'), elsewhere)
    process.kill(pid, 'SIGKILL')
    const failed = () => lines.filter((line) => line.startsWith('PostgreSQL could not be restarted.'))
    await until(() => failed().length === 2)
    expect(failed()).toEqual([
      expect.stringMatching(/The database in \S+ is gone\. .+ Next try in 1 s\.$/),
      expect.stringMatching(/ Next try in 2 s\.$/),
    ])
    renameSync(elsewhere, join(dataDir, 'postgres'))
    await until(() => restarts.length === 1)
    expect(await query(postgres.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('is not restarted if the server is stopped in the meantime', async () => {
    const dataDir = await makePreparedFolder()
    const { postgres, lines, restarts } = await openServer(dataDir)
    killPostgres(dataDir)
    await until(() => lines.length > 0)
    await postgres.close()
    await expect.poll(() => processesOf(dataDir)).toEqual([])
    expect(restarts).toEqual([])
  })
})
