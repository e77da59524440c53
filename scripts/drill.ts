import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findObstacle, ownNamespaces } from '../test/drill/obstacles.ts'
import { path } from '../test/operations-blocks.ts'

/**
 * `npm run drill -- failover`: three PostgreSQL under Patroni fail in turn while members write, on one machine with Debian's
 * packages. Prints the report of docs/operations.md. The exit status is 1 if a confirmed write is lost, the ledger isn't the
 * balance, 15 s pass without writes, or a page fails. Needs root, for namespaces: networks, disks and processes end with it.
 * --short: only a killed primary. --only NAME: one of the scenarios. --keep: leaves the logs.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
})

/** Runs the drill as the only program of its namespaces. Returns its exit status. */
async function drill(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'promptarium-drill-'))
  await chmod(folder, 0o755)
  const script = join(import.meta.dirname, '../test/drill/run-drill.ts')
  const words = [script, folder, values.short ? 'short' : 'whole', values.only ?? (values.short ? 'kill' : 'all')]
  // The shell is the first process, which takes in the orphans of killed servers.
  const [program = '', ...others] = [...ownNamespaces, 'sh', '-c', '"$@"; exit $?', 'sh', process.execPath, ...words]
  const child = spawn(program, others, { stdio: 'inherit', env: { ...process.env, PATH: path } })
  // It ignores others. Its child ends with it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill('SIGKILL'))
  const status = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (values.keep) process.stdout.write(`The logs are in ${folder}.\n`)
  else await rm(folder, { recursive: true, force: true })
  return status ?? 1
}

process.env.PATH = path
const obstacle = positionals[0] === 'failover' ? findObstacle() : 'name one: npm run drill -- failover'
if (obstacle) process.stdout.write(`The drill can’t run: ${obstacle}\n`)
process.exitCode = obstacle ? 1 : await drill()
