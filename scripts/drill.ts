import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Drill, findObstacle, separateNamespaces } from '../test/drill/obstacles.ts'
import { path } from '../test/operations-blocks.ts'

/**
 * `npm run drill -- failover`: three PostgreSQL under Patroni fail in turn while members write. `npm run drill -- pitr`: a
 * database is restored to the moment before a mistake. Both use Debian's packages on one machine, print the report of
 * docs/operations.md, and exit with 1 if a confirmed write is lost or the ledger isn't the balance (failover: also if 15 s
 * pass without writes, or a page fails). They need root, for namespaces: networks, disks and processes end with them.
 * --keep leaves the logs. Of failover: --short, only a killed primary; --only NAME, one of the scenarios.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
})

const scripts: Record<Drill, string> = { failover: 'run-drill.ts', pitr: 'run-recovery.ts' }
const names = Object.keys(scripts) as Drill[]

/** Runs a drill as the only program of its namespaces. Returns its exit status. */
async function runDrill(drill: Drill): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'promptarium-drill-'))
  await chmod(folder, 0o755)
  const script = join(import.meta.dirname, '../test/drill', scripts[drill])
  const words = [script, folder, values.short ? 'short' : 'whole', values.only ?? (values.short ? 'kill' : 'all')]
  // The shell is the first process, which takes in the orphans of killed servers.
  const [program = '', ...others] = [
    ...separateNamespaces,
    'sh',
    '-c',
    '"$@"; exit $?',
    'sh',
    process.execPath,
    ...words,
  ]
  const child = spawn(program, others, { stdio: 'inherit', env: { ...process.env, PATH: path } })
  // It ignores others. Its child ends with it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill('SIGKILL'))
  const status = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (values.keep) process.stdout.write(`The logs are in ${folder}.\n`)
  else await rm(folder, { recursive: true, force: true })
  return status ?? 1
}

process.env.PATH = path
const drill = names.find((name) => name === positionals[0])
const obstacle = drill ? findObstacle(drill) : `name one: npm run drill -- ${names.join(', or ')}`
if (obstacle) process.stdout.write(`The drill can’t run: ${obstacle}\n`)
process.exitCode = drill && !obstacle ? await runDrill(drill) : 1
