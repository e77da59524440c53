import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { asNobody, nobody, startProgram, waitFor } from './programs.ts'

const bin = '/usr/lib/postgresql/15/bin'
const primaryPort = 5500

/** A standby, and ways to make it fail. Each lasts until `repair`. */
export type Standby = {
  url: string
  /** It replays nothing any more. */
  pause(): Promise<void>
  /** Its processes are killed. */
  kill(): void
  /** It replays each commit 30 seconds later. */
  delay(): Promise<void>
  /** Its processes stop, but its connections stay open. */
  hang(): void
  repair(): Promise<void>
  /** How many transactions it has run. */
  countTransactions(): Promise<number>
}

/** Starts a primary and standbys, each on a port of its own. */
export async function startStandbys(folder: string, count: number) {
  chownSync(folder, nobody.uid, nobody.gid)
  const runAsNobody = (program: string, ...args: string[]) =>
    execFileSync(asNobody[0] ?? '', [...asNobody.slice(1), join(bin, program), ...args], {
      cwd: folder,
      stdio: 'ignore',
    })
  const urlOf = (port: number, database = 'promptarium') => `postgres://postgres@127.0.0.1:${port}/${database}`
  const start = (port: number, data: string) => {
    const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, `port=${port}`]
    const args = settings.flatMap((setting) => ['-c', setting])
    startProgram([...asNobody, join(bin, 'postgres'), '-D', data, ...args], join(folder, `postgres-${port}.log`))
    return waitFor(`PostgreSQL on port ${port}`, async () => (await query(urlOf(port, 'postgres'), 'select 1')) === 1)
  }

  const data = join(folder, 'primary')
  runAsNobody('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8')
  await start(primaryPort, data)
  await query(urlOf(primaryPort, 'postgres'), 'create database promptarium')

  async function startStandby(port: number): Promise<Standby> {
    const copy = join(folder, `standby-${port}`)
    mkdirSync(copy, { mode: 0o700 })
    chownSync(copy, nobody.uid, nobody.gid)
    runAsNobody('pg_basebackup', '-d', urlOf(primaryPort, 'postgres'), '-D', copy, '-R', '-c', 'fast')
    await start(port, copy)
    const url = urlOf(port)
    let isKilled = false
    const signal = (name: string) => {
      const main = readFileSync(join(copy, 'postmaster.pid'), 'utf8').split('\n')[0] ?? ''
      const { stdout } = spawnSync('pgrep', ['-P', main], { encoding: 'utf8' })
      spawnSync('kill', [`-${name}`, main, ...stdout.split('\n').filter(Boolean)])
    }
    const setDelay = async (value: string) => {
      await query(url, `alter system set recovery_min_apply_delay = '${value}'`)
      await query(url, 'select pg_reload_conf()')
    }
    return {
      url,
      pause: async () => void (await query(url, 'select pg_wal_replay_pause()')),
      kill() {
        isKilled = true
        signal('KILL')
      },
      delay: () => setDelay('30s'),
      hang: () => signal('STOP'),
      async repair() {
        if (isKilled) {
          rmSync(join(copy, 'postmaster.pid'), { force: true })
          await start(port, copy)
        }
        isKilled = false
        signal('CONT')
        await query(url, 'select pg_wal_replay_resume()')
        await setDelay('0')
      },
      countTransactions: async () =>
        Number(await query(url, `select xact_commit from pg_stat_database where datname = 'promptarium'`)),
    }
  }
  const standbys: Standby[] = []
  for (let index = 1; index <= count; index++) standbys.push(await startStandby(primaryPort + index))
  return { url: urlOf(primaryPort), standbys }
}

/** Runs a query. Returns the first value of its first row. */
async function query(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query({ text, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end().catch(() => undefined)
  }
}
