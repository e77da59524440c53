import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findOldestInstalled, startDebianPostgres, unprivilegedUser } from '../scripts/debian-postgres.ts'
import { makeDatabaseFolder } from './database-folder.ts'
import { connectionTo, run } from './postgres.ts'

/**
 * A primary server with Debian's PostgreSQL, and a standby that replays its log. `stopPrimary` and `stopStandby` stop
 * one of the two, and `stop` stops both.
 */
export type PrimaryAndStandby = {
  primary: { connectionString: string }
  standby: { connectionString: string }
  stopPrimary(): Promise<void>
  stopStandby(): Promise<void>
  stop(): Promise<void>
}

/** How long the standby may take to start, in ms. */
const startMs = 30_000

/** Whether this machine has what `startPrimaryAndStandby` needs. */
export const canStartStandby = existsSync('/usr/lib/postgresql')

/**
 * Starts a primary and its standby, each on a socket of its own. Throws an Error if Debian's packages aren't installed,
 * or if a server doesn't start.
 */
export async function startPrimaryAndStandby(): Promise<PrimaryAndStandby> {
  const server = await startDebianPostgres()
  if (!server) throw new Error('Debian’s PostgreSQL isn’t installed.')
  const programs = `/usr/lib/postgresql/${await findOldestInstalled()}/bin`
  const folder = makeDatabaseFolder()
  const user = process.getuid?.() === 0 ? unprivilegedUser : null
  if (user) await chown(folder, user.uid, user.gid)
  const start = (program: string, ...args: string[]) =>
    spawn(join(programs, program), args, { ...user, cwd: folder, stdio: 'ignore' })
  const primary = { connectionString: server.url }
  const socket = new URL(server.url).searchParams.get('host') ?? ''
  const data = join(folder, 'data')
  await once(start('pg_basebackup', '-h', socket, '-U', 'postgres', '-D', data, '-R', '-c', 'fast'), 'exit')
  const child = start('postgres', '-D', data, '-c', 'listen_addresses=', '-c', `unix_socket_directories=${folder}`)
  const standby = { connectionString: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}` }
  const stopStandby = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGINT')
      await ended
    }
  }
  const stop = async () => {
    await stopStandby()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  for (const deadline = Date.now() + startMs; ; await wait(100)) {
    const isUp = await run(connectionTo(standby, 'postgres'), 'select 1').then(
      () => true,
      () => false,
    )
    if (isUp) return { primary, standby, stopPrimary: server.stop, stopStandby, stop }
    if (Date.now() > deadline) {
      await stop()
      throw new Error('The standby did not start.')
    }
  }
}
