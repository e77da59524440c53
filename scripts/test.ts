import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { sum, type Tally, tallyOfPlaywright, tallyOfStage, tallyOfVitest, writeTally } from './tally.ts'
import { findTestsOfChange, readSources } from './test-files.ts'

const root = join(import.meta.dirname, '..')
const programs = join(root, 'node_modules/.bin')
const reports = mkdtempSync(join(tmpdir(), 'promptarium-reports-'))
const vitestReport = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')
/** The folder in which unit tests store what SQL returned. */
const sqlObservations = join(reports, 'sql')

type Stage = {
  name: string
  command: [program: string, ...args: string[]]
  /** Only reads sources, and often uses just one core. Two such stages run at the same time. */
  runsInParallel?: true
  tally?: () => Tally | null
}

/** Everything that a change must pass, the fastest first. */
const stages: Stage[] = [
  { name: 'types', command: ['tsc', '--noEmit'], runsInParallel: true },
  { name: 'build', command: ['node', 'scripts/build.ts'], runsInParallel: true },
  { name: 'unused', command: ['knip', '--no-progress'], runsInParallel: true },
  { name: 'lint', command: ['biome', 'check', '--error-on-warnings'], runsInParallel: true },
  { name: 'structure', command: ['node', 'scripts/check-structure.ts'], runsInParallel: true },
  {
    name: 'unit',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
    tally: () => readReport(vitestReport, tallyOfVitest),
  },
  // Needs the observations of all unit tests: a part of the tests doesn't run most statements.
  { name: 'sql', command: ['node', 'scripts/check-sql.ts', sqlObservations] },
  {
    name: 'stories',
    command: ['playwright', 'test', '--reporter=list,json'],
    tally: () => readReport(playwrightReport, tallyOfPlaywright),
  },
]

/** Reads the report of a stage. Null if the stage crashed before it wrote one. */
function readReport<Report>(path: string, tallyOf: (report: Report) => Tally): Tally | null {
  return existsSync(path) ? tallyOf(JSON.parse(readFileSync(path, 'utf8')) as Report) : null
}

async function runStage({ name, command, runsInParallel, tally }: Stage): Promise<Tally> {
  const title = `\n── ${name} ──`
  if (!runsInParallel) print(title)
  const { hasSucceeded, output } = await runCommand(command, runsInParallel ? 'pipe' : 'inherit')
  // A stage that runs at the same time as another one prints its output when it ends.
  if (runsInParallel) print(title)
  if (output) print(output.trimEnd())
  print(`${name}: ${hasSucceeded ? 'passed' : 'FAILED'}`)
  return tallyOfStage(hasSucceeded, tally?.() ?? null)
}

/** Runs stages in order, two at a time. */
async function runInParallel(parallelStages: Stage[]): Promise<Tally[]> {
  const waiting = parallelStages.values()
  const runNext = async () => {
    const tallies: Tally[] = []
    for (const stage of waiting) tallies.push(await runStage(stage))
    return tallies
  }
  return (await Promise.all([runNext(), runNext()])).flat()
}

function runCommand([program, ...args]: Stage['command'], stream: 'pipe' | 'inherit') {
  const env = {
    ...process.env,
    PATH: `${programs}${delimiter}${process.env.PATH}`,
    PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
    SQL_OBSERVATIONS: sqlObservations,
  }
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', stream, stream], env })
  let output = ''
  for (const from of [child.stdout, child.stderr]) {
    from?.on('data', (chunk) => {
      output += chunk
    })
  }
  return new Promise<{ hasSucceeded: boolean; output: string }>((resolve) => {
    child.on('error', (error) => resolve({ hasSucceeded: false, output: `${output}${error.message}` }))
    child.on('close', (code) => resolve({ hasSucceeded: code === 0, output }))
  })
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/**
 * `npm test` runs all stages. `npm test -- unit stories` runs these stages, and `npm test -- stories -- votes writing` only
 * these files of the last one. `npm test -- changed` runs types, lint, structure, unused, and the unit tests that changes
 * since HEAD may break; `npm test -- changed -- main` since main. A failed stage doesn't stop the next one.
 */
async function main(args: string[]): Promise<number> {
  const [stageNames, files] = args.includes('--')
    ? [args.slice(0, args.indexOf('--')), args.slice(args.indexOf('--') + 1)]
    : [args, []]
  if (stageNames[0] === 'changed')
    return main(['types', 'lint', 'structure', 'unused', 'unit', '--', ...changedTests(files[0])])
  const names = stages.map((stage) => stage.name)
  const unknown = stageNames.find((name) => !names.includes(name))
  if (unknown) {
    print(`There is no stage "${unknown}". The stages are ${names.join(', ')}.`)
    return 2
  }
  const chosen = stages
    .filter(({ name }) => stageNames.length === 0 || stageNames.includes(name))
    .map((stage) => (stage.name === stageNames.at(-1) ? { ...stage, command: withFiles(stage.command, files) } : stage))
  const tallies = await runInParallel(chosen.filter(({ runsInParallel }) => runsInParallel))
  for (const stage of chosen.filter(({ runsInParallel }) => !runsInParallel)) tallies.push(await runStage(stage))
  const total = sum(tallies)
  print(`\n${writeTally(total)}`)
  return total.failed === 0 ? 0 : 1
}

function withFiles(command: Stage['command'], files: string[]): Stage['command'] {
  return [...command, ...files]
}

/** Finds the unit tests that changes since a commit may break. Empty means all. */
function changedTests(since = 'HEAD'): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  const untracked = git('ls-files', '--others', '--exclude-standard')
  const changed = [...git('diff', '--name-only', since), ...untracked].filter(Boolean)
  return findTestsOfChange(changed, readSources(root)) ?? []
}

process.once('exit', () => rmSync(reports, { recursive: true }))
process.exitCode = await main(process.argv.slice(2))
