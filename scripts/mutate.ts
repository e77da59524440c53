import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { areas } from './mutation-areas.ts'
import { adaptMutators } from './mutators.ts'

/** An area whose tests notice fewer of its mutants than this, in percent, fails. */
const passScore = 85

/**
 * Takes the survivors out of what the last run found, so that they are tried again. Stryker does so itself where a test
 * that runs them changed, but it doesn't know which tests run the code that a module runs once, when it is loaded.
 */
function forgetSurvivors(incrementalFile: string): void {
  if (!existsSync(incrementalFile)) return
  const report = JSON.parse(readFileSync(incrementalFile, 'utf8')) as {
    files: Record<string, { mutants: { status: string }[] }>
  }
  for (const file of Object.values(report.files)) {
    file.mutants = file.mutants.filter(({ status }) => status !== 'Survived' && status !== 'NoCoverage')
  }
  writeFileSync(incrementalFile, JSON.stringify(report))
}

/** Changes the files of one area, one spot at a time, and looks whether its tests notice. False below `passScore`. */
async function mutateArea(name: string): Promise<boolean> {
  const { files, tests } = areas[name] as (typeof areas)[string]
  const incrementalFile = `reports/mutation/${name}-incremental.json`
  forgetSurvivors(incrementalFile)
  process.env.MUTATE_TESTS = JSON.stringify(tests)
  const stryker = new Stryker({
    mutate: files,
    // Neither passes the types, nearly always: an object without its parts, a function that answers nothing.
    mutator: { plugins: null, excludedMutations: ['ObjectLiteral', 'ArrowFunction'] },
    plugins: ['@stryker-mutator/vitest-runner'],
    testRunner: 'vitest',
    vitest: { configFile: 'vitest.mutate.config.ts', related: false },
    coverageAnalysis: 'perTest',
    // TypeScript 7 has no JavaScript API, and Stryker's reading of tsconfig.json needs one. Ours extends nothing.
    tsconfigFile: 'no-tsconfig.json',
    // Not copied: it would take time, and no test of an area needs it.
    ignorePatterns: ['dist', 'data', 'shots', 'reports', 'test-results', '.tmp', '.git'],
    tempDirName: mkdtempSync(join(tmpdir(), 'promptarium-mutate-')),
    cleanTempDir: 'always',
    concurrency: 1,
    // Some mutants wait for a lock or a condition that never comes.
    timeoutMS: 20_000,
    dryRunTimeoutMinutes: 15,
    // A mutant that the last run noticed is not run again while neither its spot nor a test that runs it has changed.
    incremental: true,
    incrementalFile,
    reporters: ['clear-text', 'json', 'progress-append-only'],
    clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
    jsonReporter: { fileName: `reports/mutation/${name}.json` },
  })
  const mutants = await stryker.runMutationTest()
  const count = (...wanted: string[]) => mutants.filter(({ status }) => wanted.includes(status)).length
  const noticed = count('Killed', 'Timeout')
  const score = (100 * noticed) / (noticed + count('Survived', 'NoCoverage'))
  process.stdout.write(`${name}: ${score.toFixed(1)} % of the mutants were noticed.\n`)
  return score >= passScore
}

/** `npm run mutate` changes all areas, `npm run mutate -- credits billing` these. */
async function main(wanted: string[]): Promise<number> {
  const names = Object.keys(areas)
  const unknown = wanted.find((name) => !names.includes(name))
  if (unknown) {
    process.stdout.write(`There is no area "${unknown}". The areas are ${names.join(', ')}.\n`)
    return 2
  }
  await adaptMutators()
  let hasPassed = true
  for (const name of wanted.length > 0 ? wanted : names) {
    process.stdout.write(`\n── ${name} ──\n`)
    if (!(await mutateArea(name))) hasPassed = false
  }
  return hasPassed ? 0 : 1
}

process.exitCode = await main(process.argv.slice(2))
