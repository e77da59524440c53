import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { makeDatabaseFolder } from '../test/database-folder.ts'
import { durabilitySettings } from '../test/postgres.ts'

/** A temporary PostgreSQL server. `stop` ends it and removes its files. */
export type TemporaryPostgres = { url: string; version: number; stop(): Promise<void> }

const debianFolder = '/usr/lib/postgresql'
/** The oldest major version of PostgreSQL that the site supports. */
const oldestSupported = 15
/** The user that runs the server if this process is root, because PostgreSQL refuses to run as root. */
export const unprivilegedUser = { uid: 65534, gid: 65534 }
/** How long the server may take to start, in ms. */
const startMs = 30_000

/**
 * Starts the oldest supported PostgreSQL among the installed Debian packages. It listens only on a socket in its folder.
 * Returns null if none is installed. Throws if the server doesn't start.
 */
export async function startDebianPostgres(): Promise<TemporaryPostgres | null> {
  const version = await findOldestInstalled()
  if (version === null) return null
  const programs = join(debianFolder, String(version), 'bin')
  const folder = makeDatabaseFolder()
  const data = join(folder, 'data')
  const log = join(folder, 'log')
  const user = process.getuid?.() === 0 ? unprivilegedUser : null
  if (user) await chown(folder, user.uid, user.gid)
  const start = (program: string, args: string[]) =>
    spawn('sh', ['-c', 'exec "$0" "$@" >>"$LOG" 2>&1', join(programs, program), ...args], {
      ...user,
      cwd: folder,
      env: { ...process.env, LOG: log },
      stdio: 'ignore',
    })

  const initdb = start('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'])
  await once(initdb, 'exit')
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'max_connections=100',
    ...durabilitySettings.map((name) => `${name}=off`),
  ]
  const server = start('postgres', ['-D', data, ...settings.flatMap((setting) => ['-c', setting])])
  // The server must not outlive this process.
  const kill = () => server.kill('SIGINT')
  process.once('exit', kill)
  const stop = async () => {
    process.off('exit', kill)
    if (isRunning(server)) {
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      await ended
    }
    await rm(folder, { recursive: true, force: true })
  }
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`
  if (await becomesReady(server, url)) return { url, version, stop }
  const output = await readFile(log, 'utf8').catch(() => 'It wrote no log.')
  await stop()
  throw new Error(`PostgreSQL ${version} in ${programs} didn’t start.\n${output}`)
}

/** Finds the oldest supported version among the installed Debian packages. Returns null if there is none. */
export async function findOldestInstalled(): Promise<number | null> {
  const names = await readdir(debianFolder).catch(() => [])
  const versions = names.map(Number).filter((version) => version >= oldestSupported)
  return versions.length === 0 ? null : Math.min(...versions)
}

async function becomesReady(server: ChildProcess, url: string): Promise<boolean> {
  const deadline = Date.now() + startMs
  while (Date.now() < deadline && isRunning(server)) {
    const client = new pg.Client({ connectionString: url })
    const isUp = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end()
    if (isUp) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}
