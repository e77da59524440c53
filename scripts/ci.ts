import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { findObstacle } from '../test/drill/obstacles.ts'
import { startDebianPostgres } from './debian-postgres.ts'
import { readTally, sum, type Tally, tallyOfStage, writeTally } from './tally.ts'
import { findDatabaseTests, readSources } from './test-files.ts'

const root = join(import.meta.dirname, '..')

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Runs `npm test` with these arguments and shows its output. Returns its last line as a tally. */
async function runTests(args: string[], environment: Record<string, string>): Promise<Tally> {
  const child = spawn('npm', ['test', '--silent', '--', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  })
  let lastLine = ''
  let incompleteLine = ''
  child.stdout.on('data', (chunk) => {
    process.stdout.write(chunk)
    const lines = `${incompleteLine}${chunk}`.split('\n')
    incompleteLine = lines.pop() ?? ''
    lastLine = lines.findLast((line) => line !== '') ?? lastLine
  })
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  return tallyOfStage(code === 0, readTally(lastLine))
}

/** The stories that write, count and pay. The others would only repeat the same pages. */
const dataStories = [
  'main-job',
  'writing',
  'votes',
  'moderation',
  'transfer',
  'credits',
  'comparison',
  'operator',
  'operations',
]

/** The second round: the tests with a database, on a separate PostgreSQL server instead of the embedded one. */
async function testOnDebianPostgres(): Promise<Tally[]> {
  const postgres = await startDebianPostgres()
  if (!postgres) {
    print('\nThere is no PostgreSQL of Debian here, so there is no second round.')
    return []
  }
  print(`\n══ Once more, on PostgreSQL ${postgres.version} ══`)
  try {
    const environment = { TEST_DATABASE_URL: postgres.url }
    const unit = await runTests(['unit', '--', ...findDatabaseTests(readSources(root))], environment)
    return [unit, await runTests(['stories', '--', ...dataStories], environment)]
  } finally {
    await postgres.stop()
  }
}

/** Runs a script that succeeds or fails as a whole. */
async function runScript(...words: string[]): Promise<Tally> {
  const child = spawn(process.execPath, words, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  return tallyOfStage(code === 0, null)
}

/** Builds the container and runs it, where that is possible. */
function checkContainer(): Promise<Tally> {
  print('\n══ The container ══')
  return runScript('scripts/check-container.ts')
}

/** Migrates a large site of the first version, while others read and write. */
function checkUpgrade(): Promise<Tally> {
  print('\n══ An upgrade ══')
  return runScript('scripts/check-upgrade.ts')
}

/** Three database servers, one of which is killed while members write, where that is possible. */
async function drillFailover(): Promise<Tally[]> {
  const obstacle = findObstacle('failover')
  if (obstacle) {
    print(`\nThere is no drill of a failover here: ${obstacle}`)
    return []
  }
  print('\n══ A failover ══')
  return [await runScript('scripts/drill.ts', 'failover', '--short')]
}

/** A database that is restored to the moment before a mistake, where that is possible. */
async function drillRecovery(): Promise<Tally[]> {
  const obstacle = findObstacle('pitr')
  if (obstacle) {
    print(`\nThere is no drill of a recovery to a moment here: ${obstacle}`)
    return []
  }
  print('\n══ A recovery to a moment ══')
  return [await runScript('scripts/drill.ts', 'pitr')]
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const rounds = [
  await runTests([], { TEST_DATABASE_URL: '' }),
  ...(await testOnDebianPostgres()),
  await checkUpgrade(),
  await checkContainer(),
  ...(await drillFailover()),
  ...(await drillRecovery()),
]
const total = sum(rounds)
print(`\n${writeTally(total)}`)
process.exitCode = total.failed === 0 ? 0 : 1
