import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from '#platform/database/db.ts'
import { urlOf } from './cli.ts'

/**
 * A PgBouncer in transaction mode in front of a PostgreSQL server. `url` returns the URL of a database on that server,
 * through PgBouncer.
 */
export type PgBouncer = { version: string; url(database: string): string; stop(): Promise<void> }

/** How long PgBouncer may take to start. */
const startMs = 30_000

/** Returns the version of the installed PgBouncer, such as `1.18.0`, or null if none is installed. */
export function findPgBouncer(): string | null {
  const { stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' })
  return /PgBouncer (\S+)/.exec(stdout ?? '')?.[1] ?? null
}

/** Starts PgBouncer on its own socket. `poolSize`: the maximum number of its connections to each database. */
export async function startPgBouncer(connection: Connection, poolSize: number): Promise<PgBouncer> {
  const server = new URL(urlOf(connection))
  const user = decodeURIComponent(server.username)
  const socket = server.searchParams.get('host') ?? server.hostname
  const folder = await mkdtemp(join(tmpdir(), 'promptarium-pooler-'))
  const file = join(folder, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `* = host=${socket} port=${server.port || 5432} user=${user}`,
    '[pgbouncer]',
    'listen_addr =',
    `unix_socket_dir = ${folder}`,
    'listen_port = 6432',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${poolSize}`,
    'max_client_conn = 200',
    `logfile = ${join(folder, 'log')}`,
  ]
  await writeFile(file, `${lines.join('\n')}\n`)
  const child = await startUnprivileged(socket, folder, file)
  const url = (database: string) => `postgres://${user}@localhost:6432/${database}?host=${encodeURIComponent(folder)}`
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  }
  // The database `pgbouncer` is PgBouncer's own console.
  await waitUntilReady(child, url('pgbouncer')).catch(async (error) => {
    await stop()
    throw error
  })
  return { version: findPgBouncer() ?? '', url, stop }
}

/**
 * PgBouncer refuses to run as root. So root starts it as the owner of the server's socket folder, or as nobody if the
 * server has no socket. If root owns the folder, PgBouncer runs in a user namespace that shows root as another user.
 */
async function startUnprivileged(socket: string, folder: string, file: string): Promise<ChildProcess> {
  const isRoot = process.getuid?.() === 0
  const owner = socket.startsWith('/') ? statSync(socket) : { uid: 65_534, gid: 65_534 }
  if (!isRoot) return spawn('pgbouncer', [file], { stdio: 'ignore' })
  if (owner.uid === 0)
    return spawn('unshare', ['--user', '--map-user=1000', '--map-group=1000', '--', 'pgbouncer', file], {
      stdio: 'ignore',
    })
  await chown(folder, owner.uid, owner.gid)
  return spawn('pgbouncer', [file], { stdio: 'ignore', uid: owner.uid, gid: owner.gid })
}

async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  for (const deadline = Date.now() + startMs; ; await wait(50)) {
    const client = new pg.Client({ connectionString: url })
    const isUp = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end()
    if (isUp) return
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('PgBouncer did not start.')
  }
}
