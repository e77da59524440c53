import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { type Failure, failuresOfPlaywright, failuresOfVitest, formatFailure, markFlaky } from './failures.ts'
import { installLabPackages, labModules } from './lab-packages.ts'
import {
  countsOfPlaywright,
  countsOfStage,
  countsOfVitest,
  formatTestCounts,
  sum,
  type TestCounts,
} from './test-counts.ts'
import { findTestsOfChange, readSources } from './test-files.ts'

const root = join(import.meta.dirname, '..')
const programs = [join(root, 'node_modules/.bin'), join(labModules, '.bin')].join(delimiter)
const reports = mkdtempSync(join(tmpdir(), 'promptarium-reports-'))
const playwrightReport = join(reports, 'playwright.json')
/** The folder in which unit tests store the columns that SQL statements returned, for check-sql.ts. */
const sqlObservations = join(reports, 'sql')

type Stage = {
  name: string
  command: [program: string, ...args: string[]]
  /**
   * Set if the stage may run at the same time as another one. Such a stage often uses just one core, so two of them run
   * at a time.
   */
  runsInParallel?: true
  counts?: () => TestCounts | null
  failures?: () => Failure[]
  /** Returns a stage that runs only these files. Failed tests run again, because the machine may have been busy. */
  again?: (files: string[]) => Stage
}

type Result = { counts: TestCounts; failures: Failure[] }

/**
 * A slow test repeats what a quick one shows, with every possible failure or a large file, or starts many programs. Its
 * file is named `*.slow.test.ts`, or it is a story tagged `@slow`. `npm test` runs the quick tests, `npm test -- slow`
 * the slow ones, and a command that names files runs all tests in them.
 */
type Selection = 'quick' | 'slow' | 'all'

const selectionArguments: Record<'unit' | 'stories', Record<Selection, string[]>> = {
  unit: { quick: ['--exclude=**/*.slow.test.ts'], slow: ['.slow.test.'], all: [] },
  stories: { quick: ['--grep-invert=@slow'], slow: ['--grep=@slow'], all: [] },
}

/** Creates the stage that runs unit tests: a selection, or only the given files. */
function unitStage(selection: Selection, files: string[] = []): Stage {
  const report = join(reports, files.length === 0 ? 'vitest.json' : 'vitest-again.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return {
    name: 'unit',
    command: ['vitest', 'run', ...reporters, ...(files.length > 0 ? files : selectionArguments.unit[selection])],
    counts: () => readReport(report, countsOfVitest),
    failures: () => readReport(report, failuresOfVitest) ?? [],
    again: (failedFiles) => unitStage('all', failedFiles),
  }
}

/** Returns all stages that a change must pass, with the fastest first. */
const stagesOf = (selection: Selection): Stage[] => [
  // By default, tsc uses four threads, each of which checks most types again. That takes four times the CPU time and
  // three times the memory.
  { name: 'types', command: ['tsc', '--noEmit', '--singleThreaded'], runsInParallel: true },
  { name: 'build', command: ['node', 'scripts/build.ts'], runsInParallel: true },
  { name: 'unused', command: ['knip', '--no-progress'], runsInParallel: true },
  { name: 'lint', command: ['biome', 'check', '--error-on-warnings'], runsInParallel: true },
  { name: 'structure', command: ['node', 'scripts/check-structure.ts'], runsInParallel: true },
  unitStage(selection),
  // This stage needs the observations of all unit tests, because no test runs every SQL statement.
  { name: 'sql', command: ['node', 'scripts/check-sql.ts', sqlObservations] },
  {
    name: 'stories',
    command: ['playwright', 'test', '--reporter=list,json', ...selectionArguments.stories[selection]],
    counts: () => readReport(playwrightReport, countsOfPlaywright),
    failures: () => readReport(playwrightReport, failuresOfPlaywright) ?? [],
  },
]

/** Reads the report of a stage. Returns null if the stage crashed before it wrote a report. */
function readReport<Report, Read>(path: string, read: (report: Report) => Read): Read | null {
  return existsSync(path) ? read(JSON.parse(readFileSync(path, 'utf8')) as Report) : null
}

/** If more files failed than this, a busy machine isn't the reason, and a second run would only waste time. */
const repeatedFilesMax = 5

/** Runs a stage. If it has `again`, runs the files of its failed tests once more. A test that passes then is flaky. */
async function runStage(stage: Stage): Promise<Result> {
  const first = await runOnce(stage)
  const files = [...new Set(first.failures.flatMap(({ file }) => file ?? []))]
  if (!stage.again || files.length === 0 || files.length > repeatedFilesMax) return first
  const second = await runOnce(stage.again(files))
  const hasCrashed = second.failures.some(({ file }) => !file)
  if (hasCrashed) return first
  const failures = markFlaky(first.failures, second.failures)
  const flaky = failures.filter(({ isFlaky }) => isFlaky).length
  const { passed, skipped } = first.counts
  return { counts: { passed: passed + flaky, failed: failures.length - flaky, skipped }, failures }
}

async function runOnce({ name, command, runsInParallel, counts, failures }: Stage): Promise<Result> {
  const title = `\n── ${name} ──`
  if (!runsInParallel) print(title)
  const { hasSucceeded, output } = await runCommand(command, runsInParallel ? 'pipe' : 'inherit')
  // A stage that runs at the same time as another one prints its output when it ends.
  if (runsInParallel) print(title)
  if (output) print(output.trimEnd())
  print(`${name}: ${hasSucceeded ? 'passed' : 'FAILED'}`)
  const result = { counts: countsOfStage(hasSucceeded, counts?.() ?? null), failures: failures?.() ?? [] }
  if (hasSucceeded || result.failures.some(({ isFlaky }) => !isFlaky)) return result
  return { ...result, failures: [...result.failures, { title: `stage ${name}`, message: output, isFlaky: false }] }
}

/** Runs these stages in order, two at a time. */
async function runInParallel(parallelStages: Stage[]): Promise<Result[]> {
  const remainingStages = parallelStages.values()
  const runNext = async () => {
    const results: Result[] = []
    for (const stage of remainingStages) results.push(await runStage(stage))
    return results
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
 * Without arguments, runs all stages with their quick tests. `slow` runs the slow unit tests and stories, `unit
 * stories` only these stages, and `stories -- votes` only story files with “votes” in their path. `changed` runs types,
 * lint, structure, unused, and the unit tests that changes since HEAD may break (`changed -- main`: since main).
 */
async function main(args: string[]): Promise<number> {
  const [stageNames, files] = args.includes('--')
    ? [args.slice(0, args.indexOf('--')), args.slice(args.indexOf('--') + 1)]
    : [args, []]
  if (stageNames[0] === 'changed')
    return main(['types', 'lint', 'structure', 'unused', 'unit', '--', ...affectedTests(files[0])])
  if (stageNames[0] === 'slow') return run(stagesOf('slow').filter(({ name }) => name in selectionArguments))
  const stages = stagesOf(files.length > 0 ? 'all' : 'quick')
  const names = stages.map((stage) => stage.name)
  const unknown = stageNames.find((name) => !names.includes(name))
  if (unknown) {
    print(`There is no stage "${unknown}". The stages are ${names.join(', ')}.`)
    return 2
  }
  const chosenStages = stages
    .filter(({ name }) => stageNames.length === 0 || stageNames.includes(name))
    .map((stage) => (stage.name === stageNames.at(-1) ? { ...stage, command: withFiles(stage.command, files) } : stage))
  return run(chosenStages)
}

/** Runs stages, and prints their failed tests and counts. Returns the exit status. */
async function run(chosenStages: Stage[]): Promise<number> {
  // Types and unused files are checked together with these packages.
  await installLabPackages()
  const results = await runInParallel(chosenStages.filter(({ runsInParallel }) => runsInParallel))
  for (const stage of chosenStages.filter(({ runsInParallel }) => !runsInParallel)) results.push(await runStage(stage))
  const total = sum(results.map(({ counts }) => counts))
  const failures = results.flatMap((result) => result.failures)
  print(`\n${[...failures.map(formatFailure), formatTestCounts(total)].join('\n')}`)
  return total.failed === 0 ? 0 : 1
}

function withFiles(command: Stage['command'], files: string[]): Stage['command'] {
  return [...command, ...files]
}

/** Finds the unit tests that changes since a commit may break. An empty list means all quick unit tests. */
function affectedTests(since = 'HEAD'): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  const untracked = git('ls-files', '--others', '--exclude-standard')
  const changedFiles = [...git('diff', '--name-only', since), ...untracked].filter(Boolean)
  return findTestsOfChange(changedFiles, readSources(root)) ?? []
}

process.once('exit', () => rmSync(reports, { recursive: true }))
process.exitCode = await main(process.argv.slice(2))
