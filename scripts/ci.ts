import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { startDebianPostgres } from './debian-postgres.ts'
import { readTally, sum, type Tally, tallyOfStage, writeTally } from './tally.ts'
import { readSources, testsOfDatabase } from './test-files.ts'

const root = join(import.meta.dirname, '..')

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Runs `npm test` with these arguments and shows its output. Returns its last line as a tally. */
async function test(args: string[], environment: Record<string, string>): Promise<Tally> {
  const child = spawn('npm', ['test', '--silent', '--', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  })
  let lastLine = ''
  let rest = ''
  child.stdout.on('data', (chunk) => {
    process.stdout.write(chunk)
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    lastLine = lines.findLast((line) => line !== '') ?? lastLine
  })
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  return tallyOfStage(code === 0, readTally(lastLine))
}

/** The stories that write, count and pay. The others would only repeat the same pages. */
const storiesOfData = [
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
    say('\nThere is no PostgreSQL of Debian here, so there is no second round.')
    return []
  }
  say(`\n══ Once more, on PostgreSQL ${postgres.version} ══`)
  try {
    const there = { TEST_DATABASE_URL: postgres.url }
    const unit = await test(['unit', '--', ...testsOfDatabase(readSources(root))], there)
    return [unit, await test(['stories', '--', ...storiesOfData], there)]
  } finally {
    await postgres.stop()
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const rounds = [await test([], { TEST_DATABASE_URL: '' }), ...(await testOnDebianPostgres())]
const total = sum(rounds)
say(`\n${writeTally(total)}`)
process.exitCode = total.failed === 0 ? 0 : 1
