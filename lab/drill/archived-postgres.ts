import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { findBlock, replaceWords } from '#test/operations-blocks.ts'
import { asNobody, nobody, waitFor } from './programs.ts'

const bin = '/usr/lib/postgresql/15/bin'
const user = 'postgres'

/** A PostgreSQL server from Debian's packages. pgBackRest archives its changes, as `docs/operations/backup.md` describes. */
export type ArchivedPostgres = Awaited<ReturnType<typeof startArchivedPostgres>>

export async function startArchivedPostgres(folder: string) {
  const data = join(folder, 'data')
  const repository = join(folder, 'repository')
  const configurationFile = join(folder, 'pgbackrest.conf')
  const writableFolders = ['repository', 'log', 'lock', 'spool'].map((name) => join(folder, name))
  for (const path of writableFolders) {
    mkdirSync(path)
    chownSync(path, nobody.uid, nobody.gid)
  }
  chownSync(folder, nobody.uid, nobody.gid)
  const runAsNobody = (program: string, ...args: string[]) =>
    execFileSync(asNobody[0] ?? '', [...asNobody.slice(1), program, ...args], { cwd: folder, encoding: 'utf8' })

  writeFileSync(configurationFile, configurationIn(folder, data, repository))
  runAsNobody(join(bin, 'initdb'), '-D', data, '-U', user, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8')
  const archiveConfig = replaceWords(findBlock('conf'), { 'pgbackrest ': `pgbackrest --config=${configurationFile} ` })
  const listenSettings = `listen_addresses = '127.0.0.1'\nunix_socket_directories = '${folder}'\n`
  writeFileSync(join(data, 'postgresql.conf'), listenSettings + archiveConfig)

  const start = () => runAsNobody(join(bin, 'pg_ctl'), '-D', data, '-l', join(folder, 'postgres.log'), '-w', 'start')
  start()
  const urlOf = (database: string) => `postgres://${user}@127.0.0.1:5432/${database}`

  /** Runs a query. Returns the first value of its first row. */
  async function queryValue(text: string, database = 'promptarium'): Promise<unknown> {
    const client = new pg.Client({ connectionString: urlOf(database), connectionTimeoutMillis: 2_000 })
    try {
      await client.connect()
      const { rows } = await client.query({ text, rowMode: 'array' })
      return rows[0]?.[0]
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  await queryValue('create database promptarium', 'postgres')

  return {
    url: urlOf('promptarium'),
    queryValue,
    start,
    /** Stops the server the way `systemctl stop postgresql` does. */
    stop: () => runAsNobody(join(bin, 'pg_ctl'), '-D', data, '-m', 'fast', '-w', 'stop'),
    /**
     * Runs the commands in a block of `docs/operations/backup.md`, after replacing words in it. `kind`: the words after the
     * block's opening fence.
     */
    runBlock(kind: string, replacements: Record<string, string> = {}) {
      const commands = replaceWords(findBlock(kind), {
        'sudo -u postgres pgbackrest': `${asNobody.join(' ')} pgbackrest --config=${configurationFile}`,
        ...replacements,
      })
      execFileSync('sh', ['-e', '-c', commands], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
    },
    /** Waits until the server has applied the archived changes up to the recovery target, and accepts writes. */
    async waitUntilRecovered(): Promise<void> {
      await waitFor('The recovery', async () => (await queryValue('select not pg_is_in_recovery()')) === true)
    },
    /** Counts the files of the write-ahead log in the repository. */
    countArchivedFiles: () =>
      readdirSync(join(repository, 'archive'), { recursive: true }).filter((name) => /[0-9A-F]{24}-/.test(String(name)))
        .length,
  }
}

/** Returns the configuration of pgBackRest from `docs/operations/backup.md`, with these folders in it. */
function configurationIn(folder: string, data: string, repository: string): string {
  const paths = ['log', 'lock', 'spool'].map((name) => `${name}-path=${join(folder, name)}\n`).join('')
  const configuration = replaceWords(findBlock('ini pgbackrest'), {
    '[global]\n': `[global]\n${paths}`,
    '/var/lib/pgbackrest': repository,
    '/var/lib/postgresql/15/main': data,
  })
  return `${configuration}pg1-user=${user}\npg1-socket-path=${folder}\n`
}
