import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { type Drill, findObstacle } from '../lab/drill/obstacles.ts'
import { startDebianPostgres } from './debian-postgres.ts'
import { formatFailure, isFailureLine } from './failures.ts'
import { countsOfStage, formatTestCounts, parseTestCounts, sum, type TestCounts } from './test-counts.ts'
import { findDatabaseTests, readSources } from './test-files.ts'

/**
 * `.ci/run` starts this program, which runs everything that must pass on the main branch. The last line of its output
 * has the total counts.
 */

const root = join(import.meta.dirname, '..')

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/**
 * After how many minutes a round doesn't start any more, so that a slow machine ends within an hour and a half. There,
 * slow tests take twenty minutes, those on PostgreSQL thirty, and what else follows `npm test` five.
 */
const latestStarts = { slowTests: 60, onPostgres: 50, others: 75 }

/** The rounds that didn't run, one line each with the reason. */
const skippedLines: string[] = []

function skip(round: string, reason: string): TestCounts[] {
  const line = `Skipped ${round}: ${reason}`
  print(`\n${line}`)
  skippedLines.push(line)
  return []
}

/** Runs a round, unless those before it took too long. */
async function runInTime(
  round: string,
  run: () => Promise<TestCounts | TestCounts[]>,
  latestStart = latestStarts.others,
): Promise<TestCounts[]> {
  const minutes = Math.round(performance.now() / 60_000)
  return minutes < latestStart ? [await run()].flat() : skip(round, `the rounds before it took ${minutes} minutes.`)
}

/**
 * The failed tests, one line each. They are repeated at the end of the output, because people often read a log from its
 * end.
 */
const failureLines: string[] = []

/** Runs `npm test` with these arguments and shows its output. Returns the test counts in its last line. */
async function runTests(args: string[], environment: Record<string, string>): Promise<TestCounts> {
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
    failureLines.push(...lines.filter(isFailureLine))
    lastLine = lines.findLast((line) => line !== '') ?? lastLine
  })
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  return countsOfStage(code === 0, parseTestCounts(lastLine))
}

/**
 * The stories (tests in a browser) to repeat on another database: a selection of those that write, count or pay. The
 * others would add little.
 */
const dataStories = [
  'find-and-copy',
  'writing',
  'votes',
  'moderation',
  'transfer',
  'credits',
  'comparison',
  'operator',
  'operations',
]

/** Repeats the tests that use a database on a separate PostgreSQL server instead of the embedded one. */
async function testOnDebianPostgres(): Promise<TestCounts[]> {
  const postgres = await startDebianPostgres()
  if (!postgres) return skip('PostgreSQL', 'its Debian packages aren’t installed.')
  print(`\n══ Once more, on PostgreSQL ${postgres.version} ══`)
  try {
    const environment = { TEST_DATABASE_URL: postgres.url }
    const unit = await runTests(['unit', '--', ...findDatabaseTests(readSources(root))], environment)
    const stories = () => runTests(['stories', '--', ...dataStories], environment)
    return [unit, ...(await runInTime('stories on PostgreSQL', stories, latestStarts.onPostgres))]
  } finally {
    await postgres.stop()
  }
}

/**
 * Runs a script, and prints its output when it ends. It counts as one failed test if it fails, and isn't counted
 * otherwise.
 */
async function runScript(title: string, ...args: string[]): Promise<TestCounts> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  print(`\n══ ${title} ══\n${output.trimEnd()}`)
  if (code !== 0)
    failureLines.push(formatFailure({ title: args.join(' '), message: `exit code ${code}`, isFlaky: false }))
  return countsOfStage(code === 0, null)
}

/** Builds the container image and runs it, if this machine can. */
function checkContainer(): Promise<TestCounts> {
  return runScript('The container', 'lab/container/check-container.ts')
}

/** Migrates a large site of the first version, while other connections read and write. */
function checkUpgrade(): Promise<TestCounts> {
  return runScript('An upgrade', 'lab/upgrade/check-upgrade.ts')
}

/** The drills, each with the title of its output and its arguments. */
const drills: [drill: Drill, title: string, ...args: string[]][] = [
  ['failover', 'A failover', '--short'],
  ['pitr', 'Point-in-time recovery'],
  ['replicas', 'Replicas that fail', '--short'],
  ['cache', 'A cache in front', '--short'],
]

/** Runs a drill, if this machine can. */
async function runDrill([drill, title, ...args]: (typeof drills)[number]): Promise<TestCounts[]> {
  const obstacle = findObstacle(drill)
  if (obstacle) return skip(`the drill ${drill}`, obstacle)
  return [await runScript(title, 'lab/drill/drill.ts', drill, ...args)]
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const embedded = { TEST_DATABASE_URL: '' }
const rounds = [
  await runTests([], embedded),
  ...(await runInTime('the upgrade', checkUpgrade)),
  ...(await runInTime('the container', checkContainer)),
]
// Two drills at a time: they mostly wait, and each has its own network.
for (let next = 0; next < drills.length; next += 2) {
  const pair = drills.slice(next, next + 2)
  const names = pair.map(([drill]) => drill).join(' and ')
  rounds.push(...(await runInTime(`the drills ${names}`, async () => (await Promise.all(pair.map(runDrill))).flat())))
}
rounds.push(...(await runInTime('the slow tests', () => runTests(['slow'], embedded), latestStarts.slowTests)))
rounds.push(...(await runInTime('PostgreSQL', testOnDebianPostgres, latestStarts.onPostgres)))
const total = sum(rounds)
print(`\n${[...skippedLines, ...failureLines, formatTestCounts(total)].join('\n')}`)
process.exitCode = total.failed === 0 ? 0 : 1
