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
  /** Reads the sources alone, and leaves a core idle for much of its time. */
  runsInPair?: true
  tally?: () => Tally | null
}

/** Everything that a change must pass, the fastest first. Two of those that pair run at once, the others alone. */
const stages: Stage[] = [
  { name: 'types', command: ['tsc', '--noEmit'], runsInPair: true },
  { name: 'build', command: ['node', 'scripts/build.ts'], runsInPair: true },
  { name: 'unused', command: ['knip', '--no-progress'], runsInPair: true },
  { name: 'lint', command: ['biome', 'check', '--error-on-warnings'], runsInPair: true },
  { name: 'structure', command: ['node', 'scripts/check-structure.ts'], runsInPair: true },
  {
    name: 'unit',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
    tally: () => readReport(vitestReport, tallyOfVitest),
  },
  // Needs the observations of all unit tests: some of them alone leave most statements out.
  { name: 'sql', command: ['node', 'scripts/check-sql.ts', sqlObservations] },
  {
    name: 'stories',
    command: ['playwright', 'test', '--reporter=list,json'],
    tally: () => readReport(playwrightReport, tallyOfPlaywright),
  },
]

/** Reads the report of a stage; null if it crashed before writing one. */
function readReport<Report>(path: string, tallyOf: (report: Report) => Tally): Tally | null {
  return existsSync(path) ? tallyOf(JSON.parse(readFileSync(path, 'utf8')) as Report) : null
}

async function runStage({ name, command, runsInPair, tally }: Stage): Promise<Tally> {
  const title = `\n── ${name} ──`
  if (!runsInPair) print(title)
  const { hasSucceeded, output } = await runCommand(command, runsInPair ? 'pipe' : 'inherit')
  // A stage that runs beside another one prints its output at its end.
  if (runsInPair) print(title)
  if (output) print(output.trimEnd())
  print(`${name}: ${hasSucceeded ? 'passed' : 'FAILED'}`)
  return tallyOfStage(hasSucceeded, tally?.() ?? null)
}

/** Runs stages two at a time, the first ones first. */
async function runPairs(paired: Stage[]): Promise<Tally[]> {
  const waiting = paired.values()
  const runLane = async () => {
    const tallies: Tally[] = []
    for (const stage of waiting) tallies.push(await runStage(stage))
    return tallies
  }
  return (await Promise.all([runLane(), runLane()])).flat()
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
 * `npm test` runs all stages, `npm test -- unit stories` these, `npm test -- stories -- votes writing` only these files of
 * the last one. `npm test -- changed` runs all except build and stories, with the unit tests that a change since HEAD may
 * break; `npm test -- changed -- main` since main. The next stage runs even if one fails.
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
  const tallies = await runPairs(chosen.filter(({ runsInPair }) => runsInPair))
  for (const stage of chosen.filter(({ runsInPair }) => !runsInPair)) tallies.push(await runStage(stage))
  const total = sum(tallies)
  print(`\n${writeTally(total)}`)
  return total.failed === 0 ? 0 : 1
}

function withFiles(command: Stage['command'], files: string[]): Stage['command'] {
  return [...command, ...files]
}

/** The unit tests that a change since a commit may break; empty means all. */
function changedTests(since = 'HEAD'): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  const untracked = git('ls-files', '--others', '--exclude-standard')
  const changed = [...git('diff', '--name-only', since), ...untracked].filter(Boolean)
  return findTestsOfChange(changed, readSources(root)) ?? []
}

process.once('exit', () => rmSync(reports, { recursive: true }))
process.exitCode = await main(process.argv.slice(2))
