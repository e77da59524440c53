// This file is longer than others because all of its tests use the same helpers, and a start can go wrong in many ways.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { postmasterPid } from '#test/postmaster-pid.ts'
import { StartError } from '../../start/start-error.ts'
import {
  isRoot,
  makeFolder,
  makePreparedFolder,
  type Opening,
  OtherProcess,
  processesOf,
  query,
  removeTestFolders,
} from './embedded-postgres.fixture.ts'
import { type EmbeddedPostgres, openEmbeddedPostgres } from './embedded-postgres.ts'
import { readPidFile } from './embedded-postgres-running.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
removeTestFolders()

const opened: EmbeddedPostgres[] = []
afterEach(async () => {
  for (const postgres of opened.splice(0)) await postgres.close()
})

/**
 * Opens the database in this process until the end of the test. `purpose`: `server` for the site's server, of which a
 * data folder has only one at a time, or `command` for a command of `npm run cli`.
 */
async function open(
  options: Omit<Opening, 'prefix' | 'env' | 'program'>,
  log: (line: string) => void = () => undefined,
) {
  const postgres = await openEmbeddedPostgres({ ...options, log })
  opened.push(postgres)
  return postgres
}

/** Expects opening the database to fail with StartError. Returns its message, which is a single line. */
async function expectFailure(options: Opening): Promise<string> {
  const error: unknown = await open(options).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StartError)
  const { message } = error as StartError
  expect(message).not.toContain('\n')
  return message
}

/** Waits until PostgreSQL no longer runs for a data folder. */
async function untilStopped(dataDir: string): Promise<void> {
  await expect.poll(() => processesOf(dataDir)).toEqual([])
}

function until(condition: () => boolean): Promise<void> {
  return expect.poll(condition, { interval: 1 }).toBe(true)
}

const createNotes = 'CREATE TABLE notes (text text)'
const insertNote = "INSERT INTO notes VALUES ('kept')"
const readNotes = 'SELECT text FROM notes'

describe('one process', () => {
  test('a new data folder gets a durable UTF-8 database behind a private socket', async () => {
    const dataDir = join(makeFolder(), 'not', 'there', 'yet')
    const lines: string[] = []
    const postgres = await open({ dataDir, purpose: 'server' }, (line) => lines.push(line))
    expect(postgres.started).toBe(true)
    expect(lines).toEqual([`Creating a new database in ${dataDir}/postgres`])
    const [settings] = await query(
      postgres.connection,
      `SELECT current_database() AS database, pg_encoding_to_char(encoding) AS encoding, datctype AS locale,
              current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
              current_setting('data_checksums') AS checksums, current_setting('listen_addresses') AS tcp
         FROM pg_database WHERE datname = current_database()`,
    )
    const locale = process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8'
    expect(settings).toEqual({
      database: 'promptarium',
      encoding: 'UTF8',
      locale,
      fsync: 'on',
      commit: 'on',
      checksums: 'on',
      tcp: '',
    })
    expect(statSync(postgres.connection.host).mode & 0o777).toBe(0o700)
    expect(statSync(join(dataDir, 'postgres.log')).mode & 0o777).toBe(0o600)
    await postgres.close()
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log'])
    await untilStopped(dataDir)
  })

  test('extensions such as unaccent and citext are available', async () => {
    const postgres = await open({ dataDir: await makePreparedFolder(), purpose: 'command' })
    await query(postgres.connection, 'CREATE EXTENSION pg_trgm; CREATE EXTENSION unaccent; CREATE EXTENSION citext')
    expect(await query(postgres.connection, "SELECT unaccent('Über') AS plain, 'A'::citext = 'a' AS same")).toEqual([
      { plain: 'Uber', same: true },
    ])
  })

  test('data and the log of the previous run are kept after a restart', async () => {
    const dataDir = await makePreparedFolder()
    for (const statement of [createNotes, insertNote]) {
      const postgres = await open({ dataDir, purpose: 'server' })
      await query(postgres.connection, statement)
      await postgres.close()
    }
    const postgres = await open({ dataDir, purpose: 'server' })
    expect(await query(postgres.connection, readNotes)).toEqual([{ text: 'kept' }])
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.log'))).toEqual([
      'postgres.log',
      'postgres.log.1',
    ])
    expect(readFileSync(join(dataDir, 'postgres.log.1'), 'utf8')).toContain('database system is shut down')
  })

  test('a database can be closed twice, and opened again immediately', async () => {
    const dataDir = await makePreparedFolder()
    const postgres = await open({ dataDir, purpose: 'server' })
    await Promise.all([postgres.close(), postgres.close()])
    const again = await open({ dataDir, purpose: 'server' })
    expect(again.started).toBe(true)
    await postgres.close()
    expect(await query(again.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('a data folder with a path too long for a socket works, and nothing is left outside it', async () => {
    const dataDir = join(makeFolder(), 'a-long-name-'.repeat(8))
    const postgres = await open({ dataDir, purpose: 'server' })
    const command = await open({ dataDir, purpose: 'command' })
    expect(postgres.connection.host.startsWith(dataDir)).toBe(false)
    expect(await query(command.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await command.close()
    await postgres.close()
    expect(existsSync(postgres.connection.host)).toBe(false)
  })

  test('a folder name may have spaces, quotes and commas', async () => {
    const dataDir = join(makeFolder(), `it's "a", b`)
    const postgres = await open({ dataDir, purpose: 'server' })
    expect(await query(postgres.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('environment variables such as PGPORT change nothing', async () => {
    const dataDir = await makePreparedFolder()
    const env = { PGPORT: '6000', PGDATA: '/nowhere', PGOPTIONS: '--nonsense=1', LC_ALL: 'xx_YY.UTF-8' }
    const other = await new OtherProcess({ dataDir, purpose: 'server', env }).untilOpened()
    expect(await query(other.connection, "SELECT current_setting('port') AS port")).toEqual([{ port: '5432' }])
  })
})

describe('several processes', () => {
  test('a second server is refused with a line that has the PID of the first, which keeps its database', async () => {
    const dataDir = await makePreparedFolder()
    const first = await new OtherProcess({ dataDir, purpose: 'server' }).untilOpened()
    expect(await expectFailure({ dataDir, purpose: 'server', waitMs: 200 })).toBe(
      `Another Promptarium process (PID ${first.pid}) is using the data folder ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
    )
    expect(await query(first.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('a second server waits for one that is stopping', async () => {
    const dataDir = await makePreparedFolder()
    const first = new OtherProcess({ dataDir, purpose: 'server' })
    await first.untilOpened()
    const second = open({ dataDir, purpose: 'server', waitMs: 30_000 })
    await first.close()
    expect(await query((await second).connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('of two servers that start at the same time on a new folder, only one opens the folder', async () => {
    const dataDir = makeFolder()
    const servers = [1, 2].map(() => new OtherProcess({ dataDir, purpose: 'server', waitMs: 200 }))
    const results = await Promise.allSettled(servers.map((server) => server.untilOpened()))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.init-'))).toEqual([])
  })

  test('a command uses the PostgreSQL that a server started, even after the server has stopped', async () => {
    const dataDir = await makePreparedFolder()
    const server = new OtherProcess({ dataDir, purpose: 'server' })
    const { connection } = await server.untilOpened()
    const command = await open({ dataDir, purpose: 'command' })
    expect(command).toMatchObject({ started: false, connection })
    await server.close()
    await query(command.connection, createNotes)
    await command.close()
    expect(existsSync(connection.host)).toBe(false)
    await untilStopped(dataDir)
  })

  test('a command can start PostgreSQL, and a server that joins it keeps it running', async () => {
    const dataDir = await makePreparedFolder()
    const command = new OtherProcess({ dataDir, purpose: 'command' })
    expect((await command.untilOpened()).started).toBe(true)
    const server = await open({ dataDir, purpose: 'server' })
    expect(server.started).toBe(false)
    await command.close()
    expect(await query(server.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await server.close()
    await untilStopped(dataDir)
  })

  test('a killed server can be replaced while a command keeps the database running', async () => {
    const dataDir = await makePreparedFolder()
    const killed = new OtherProcess({ dataDir, purpose: 'server' })
    await killed.untilOpened()
    const command = await open({ dataDir, purpose: 'command' })
    await killed.kill()
    const server = await open({ dataDir, purpose: 'server' })
    expect(server).toMatchObject({ started: false, connection: command.connection })
    expect(await expectFailure({ dataDir, purpose: 'server', waitMs: 0 })).toContain(`(PID ${process.pid})`)
  })

  test('commands that come and go at the same time never lose the database', async () => {
    const dataDir = await makePreparedFolder()
    const worker = async () => {
      for (let round = 0; round < 4; round++) {
        const command = await openEmbeddedPostgres({ dataDir, purpose: 'command', log: () => undefined })
        expect(await query(command.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
        await command.close()
      }
    }
    await Promise.all([worker(), worker(), worker()])
    await untilStopped(dataDir)
  })
})

describe('crashes and what they leave behind', () => {
  test('kill -9 of Node stops PostgreSQL cleanly, and the next start has all committed data', async () => {
    const dataDir = await makePreparedFolder()
    const server = new OtherProcess({ dataDir, purpose: 'server' })
    const { connection } = await server.untilOpened()
    await query(connection, `${createNotes}; ${insertNote}`)
    await server.kill()
    await untilStopped(dataDir)
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log'])
    const next = await open({ dataDir, purpose: 'server' })
    expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toContain('database system was shut down at')
    expect(await query(next.connection, readNotes)).toEqual([{ text: 'kept' }])
  })

  test('a start right after a kill -9 does not fail', async () => {
    const dataDir = await makePreparedFolder()
    for (let round = 0; round < 2; round++) {
      const server = new OtherProcess({ dataDir, purpose: 'server' })
      await server.untilOpened()
      await server.kill()
      const next = await open({ dataDir, purpose: 'server' })
      expect(await query(next.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
      await next.close()
    }
  })

  test('kill -9 of everything loses no committed data, and the next start removes the old run folder', async () => {
    const dataDir = await makePreparedFolder()
    const folder = await crash(dataDir, `${createNotes}; ${insertNote}`)
    expect(existsSync(folder)).toBe(true)
    const next = await open({ dataDir, purpose: 'server' })
    expect(await query(next.connection, readNotes)).toEqual([{ text: 'kept' }])
    expect(existsSync(folder)).toBe(false)
  })

  test('after a kill during the first start, the next start creates the database', async () => {
    const dataDir = makeFolder()
    const first = new OtherProcess({ dataDir, purpose: 'server' })
    first.untilOpened().catch(() => undefined)
    const unfinished = () => readdirSync(dataDir).find((name) => name.startsWith('postgres.init-'))
    await until(() => existsSync(join(dataDir, unfinished() ?? 'none', 'PG_VERSION')))
    await first.kill()
    expect(unfinished()).toBeDefined()
    const next = await open({ dataDir, purpose: 'server' })
    expect(await query(next.connection, 'SELECT current_database() AS name')).toEqual([{ name: 'promptarium' }])
    expect(unfinished()).toBeUndefined()
  })

  test.each([
    ['its run folder', (dataDir: string) => readdirSync(dataDir).some((name) => name.startsWith('postgres.run-'))],
    ['its PID file', (dataDir: string) => existsSync(join(dataDir, 'postgres', 'postmaster.pid'))],
  ])('a kill in the middle of a start, as soon as %s exists, doesn’t prevent the next start', async (_, exists) => {
    const dataDir = await makePreparedFolder()
    const first = new OtherProcess({ dataDir, purpose: 'server' })
    first.untilOpened().catch(() => undefined)
    await until(() => exists(dataDir))
    await first.kill()
    const next = await open({ dataDir, purpose: 'server' })
    expect(await query(next.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await next.close()
    await untilStopped(dataDir)
  })

  test('a stale PID file whose PID now belongs to another program doesn’t prevent a start', async () => {
    const dataDir = await makePreparedFolder()
    await crash(dataDir, 'SELECT 1')
    await using other = startProgram('sleep', '60')
    rewritePid(dataDir, other.pid)
    const next = await open({ dataDir, purpose: 'server', waitMs: 0 })
    expect(next.started).toBe(true)
  })

  test('a stale PID file whose PID belongs to a zombie doesn’t prevent a start', async () => {
    const dataDir = await makePreparedFolder()
    await crash(dataDir, 'SELECT 1')
    await using parent = startProgram('sh', '-c', 'true & exec sleep 60')
    const zombie = () =>
      /^ *(\d+) Z/m.exec(
        execFileSync('ps', ['-o', 'pid=,stat=', '--ppid', String(parent.pid)], { encoding: 'utf8' }),
      )?.[1]
    await until(() => zombie() !== undefined)
    rewritePid(dataDir, Number(zombie()))
    const next = await open({ dataDir, purpose: 'server', waitMs: 0 })
    expect(next.started).toBe(true)
  })

  test('a stale PID file whose PID belongs to the PostgreSQL of another folder doesn’t prevent a start', async () => {
    const dataDir = await makePreparedFolder()
    await crash(dataDir, 'SELECT 1')
    const elsewhere = await makePreparedFolder()
    const other = await open({ dataDir: elsewhere, purpose: 'server' })
    rewritePid(dataDir, postmasterPid(join(elsewhere, 'postgres')))
    const next = await open({ dataDir, purpose: 'server', waitMs: 0 })
    expect(next.connection.host).not.toBe(other.connection.host)
    expect(await query(other.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('an empty PID file, such as a power cut may leave behind, doesn’t prevent a start', async () => {
    const dataDir = await makePreparedFolder()
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), '')
    const next = await open({ dataDir, purpose: 'server', waitMs: 0 })
    expect(next.started).toBe(true)
  })

  test('a command whose PostgreSQL is killed logs that it stopped, and the database can be opened again', async () => {
    const dataDir = await makePreparedFolder()
    const lines: string[] = []
    await open({ dataDir, purpose: 'command' }, (line) => lines.push(line))
    killPostgres(dataDir)
    await until(() => lines.length > 0)
    expect(lines).toEqual([expect.stringMatching(/^PostgreSQL stopped unexpectedly: /)])
    await untilStopped(dataDir)
    const again = await open({ dataDir, purpose: 'command' })
    expect(await query(again.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('a data folder whose PostgreSQL was started by hand is refused, and that PostgreSQL keeps running', async () => {
    const dataDir = await makePreparedFolder()
    const first = await open({ dataDir, purpose: 'server' })
    const [processLine = ''] = processesOf(dataDir).filter((line) => !line.includes('embedded-postgres-guard'))
    await first.close()
    await untilStopped(dataDir)
    const [program = ''] = /\/\S+\/bin\/postgres/.exec(processLine) ?? []
    const prefix = isRoot ? ['unshare', '--user', '--map-user=1000', '--map-group=1000'] : []
    const [command = '', ...rest] = [
      ...prefix,
      program,
      '-D',
      join(dataDir, 'postgres'),
      '-k',
      dataDir,
      '-c',
      'listen_addresses=',
    ]
    await using byHand = startProgram(command, ...rest)
    await until(() => readPidFile(join(dataDir, 'postgres'))?.ready === true)
    expect(await expectFailure({ dataDir, purpose: 'server', waitMs: 200 })).toContain(`(PID ${byHand.pid})`)
    expect(await query({ ...first.connection, host: dataDir }, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test.runIf(isRoot && process.platform === 'linux')(
    'a database that another container uses is refused, although the container’s PIDs are unknown here',
    async () => {
      const dataDir = await makePreparedFolder()
      const prefix = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child', '--']
      const elsewhere = new OtherProcess({ dataDir, purpose: 'server', prefix })
      const { connection } = await elsewhere.untilOpened()
      expect(await expectFailure({ dataDir, purpose: 'server', waitMs: 200 })).toContain("can't be seen from here")
      expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
      await elsewhere.close()
    },
  )
})

describe('a folder that can’t be used is refused with advice', () => {
  test('if another major version of PostgreSQL created it', async () => {
    const dataDir = await makePreparedFolder()
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '15\n')
    expect(await expectFailure({ dataDir, purpose: 'server' })).toMatch(
      /was created by PostgreSQL 15, but this Promptarium includes PostgreSQL 18\. .+DATABASE_URL/,
    )
  })

  test('if it has other files, which are kept', async () => {
    const dataDir = makeFolder()
    cpSync(import.meta.filename, join(dataDir, 'postgres', 'holiday.jpg'))
    expect(await expectFailure({ dataDir, purpose: 'server' })).toContain('is not a PostgreSQL database')
    expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['holiday.jpg'])
  })

  test('if it is a file', async () => {
    const dataDir = join(makeFolder(), 'data')
    writeFileSync(dataDir, '')
    expect(await expectFailure({ dataDir, purpose: 'server' })).toBe(
      `The data folder ${dataDir} can't be created: a file with this path exists. Move the file, or set DATA_DIR to another folder.`,
    )
  })

  test('if it is broken, with the reason from PostgreSQL’s log', async () => {
    const dataDir = await makePreparedFolder()
    writeFileSync(join(dataDir, 'postgres', 'global', 'pg_control'), '')
    expect(await expectFailure({ dataDir, purpose: 'server' })).toMatch(
      /^PostgreSQL did not start: .*pg_control.* Its log is .*postgres\.log\.$/,
    )
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.run-'))).toEqual([])
  })
})

/**
 * Runs a statement, then kills Node, PostgreSQL and its guard (the shell that stops PostgreSQL when nobody uses it).
 * Returns the run folder, which contains the socket while PostgreSQL runs, and is left behind here.
 */
async function crash(dataDir: string, statement: string): Promise<string> {
  const server = new OtherProcess({ dataDir, purpose: 'server' })
  const { connection } = await server.untilOpened()
  await query(connection, statement)
  const guards = processesOf(dataDir).filter((line) => line.includes('embedded-postgres-guard'))
  // The guards are paused before the first kill, since they would otherwise clean up between the kills.
  for (const line of guards) process.kill(Number.parseInt(line, 10), 'SIGSTOP')
  const postmaster = postmasterPid(join(dataDir, 'postgres'))
  process.kill(postmaster, 'SIGKILL')
  for (const line of guards) process.kill(Number.parseInt(line, 10), 'SIGKILL')
  await server.kill()
  await untilStopped(dataDir)
  return connection.host
}

function killPostgres(dataDir: string): void {
  process.kill(postmasterPid(join(dataDir, 'postgres')), 'SIGKILL')
}

function rewritePid(dataDir: string, pid: number): void {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(pid)))
}

/** Starts a program, which is stopped at the end of the scope of `await using`. */
function startProgram(command: string, ...args: string[]): { pid: number } & AsyncDisposable {
  const child: ChildProcess = spawn(command, args, { stdio: 'ignore' })
  if (child.pid === undefined) throw new Error(`${command} did not start`)
  return {
    pid: child.pid,
    async [Symbol.asyncDispose]() {
      child.kill('SIGINT')
      await expect.poll(() => child.exitCode ?? child.signalCode).not.toBeNull()
    },
  }
}
