import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { adminPath } from '#test/operations-blocks.ts'
import { type Drill, findObstacle, separateNamespaces } from './obstacles.ts'
import { scenarioNames } from './scenarios.ts'

/**
 * `npm run drill -- failover` makes servers of a PostgreSQL cluster fail in several ways while members write. `npm run
 * drill -- pitr` restores a database to the moment before a mistake. `npm run drill -- replicas` makes standbys fail while
 * members read what they have just written. `npm run drill -- cache` has pages read through Varnish while they change and
 * the site dies. docs/operations says when they fail. All need Debian's packages and, to create
 * namespaces, root.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    // Makes failures shorter, and `failover`, without `only`, only kill the primary.
    short: { type: 'boolean', default: false },
    // Makes `failover` run only the scenario with this name.
    only: { type: 'string' },
    // Keeps the logs.
    keep: { type: 'boolean', default: false },
  },
})

const scripts: Record<Drill, string> = {
  cache: 'run-cache.ts',
  failover: 'run-failover.ts',
  pitr: 'run-recovery.ts',
  replicas: 'run-replicas.ts',
}
const names = Object.keys(scripts) as Drill[]

/** Runs a drill in separate namespaces. Returns its exit status. */
async function runDrill(drill: Drill): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'promptarium-drill-'))
  await chmod(folder, 0o755)
  const script = join(import.meta.dirname, scripts[drill])
  const args = [script, folder, values.short ? 'short' : 'whole', values.only ?? (values.short ? 'kill' : 'all')]
  // The shell is the namespace's first process, so it becomes the parent of orphaned processes.
  const [program = '', ...programArgs] = [
    ...separateNamespaces,
    'sh',
    '-c',
    '"$@"; exit $?',
    'sh',
    process.execPath,
    ...args,
  ]
  const child = spawn(program, programArgs, { stdio: 'inherit', env: { ...process.env, PATH: adminPath } })
  // SIGKILL is used because the shell ignores other signals. When the shell ends, its child processes end too.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill('SIGKILL'))
  const status = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (values.keep) process.stdout.write(`The logs are in ${folder}.\n`)
  else await rm(folder, { recursive: true, force: true })
  return status ?? 1
}

/** Returns what is wrong with the arguments, as the end of a sentence. Null if nothing is. */
function findMisuse(): string | null {
  const [name, ...others] = positionals
  if (others.length > 0 || !names.some((drill) => drill === name))
    return `choose ${names.map((drill) => `npm run drill -- ${drill}`).join(' or ')}.`
  const isScenario = name === 'failover' && scenarioNames.some((scenario) => scenario === values.only)
  if (values.only === undefined || isScenario) return null
  return `--only takes a scenario of failover: ${scenarioNames.join(', ')}.`
}

process.env.PATH = adminPath
const drill = positionals[0] as Drill
const misuse = findMisuse()
const obstacle = misuse ?? findObstacle(drill)
if (obstacle) process.stdout.write(`The drill can’t run: ${obstacle}\n`)
process.exitCode = misuse ? 2 : obstacle ? 1 : await runDrill(drill)
