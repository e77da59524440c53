import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installLabPackages } from '../../scripts/lab-packages.ts'
import { areas } from './mutation-areas.ts'
import { adaptMutators } from './mutators.ts'

/** An area fails if its tests detect less than this percentage of its mutants (copies of the code with one change). */
const passScore = 85

/**
 * Removes the mutants that no test detected from the results of the last run, so they are tested again. Stryker itself
 * tests them again only if a test that covers them has changed, and it doesn't know which tests cover code that runs
 * only when a module is loaded.
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

/**
 * Mutates the files of an area, one place at a time, and runs the area's tests. Returns false if they detect too few
 * mutants.
 */
async function mutateArea(name: string): Promise<boolean> {
  const { files, tests } = areas[name] as (typeof areas)[string]
  const incrementalFile = `reports/mutation/${name}-incremental.json`
  forgetSurvivors(incrementalFile)
  process.env.MUTATE_TESTS = JSON.stringify(tests)
  const { Stryker } = await import('@stryker-mutator/core')
  const stryker = new Stryker({
    mutate: files,
    // Mutants of these kinds (objects without properties, functions without a result) nearly always fail type checks.
    mutator: { plugins: null, excludedMutations: ['ObjectLiteral', 'ArrowFunction'] },
    plugins: ['@stryker-mutator/vitest-runner'],
    testRunner: 'vitest',
    vitest: { configFile: 'lab/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    // Stryker would read tsconfig.json with TypeScript's JavaScript API, which TypeScript 7 doesn't have. Stryker only
    // needs that file if it extends another one, and ours doesn't.
    tsconfigFile: 'no-tsconfig.json',
    // These folders aren't copied, because the tests of the areas don't need them.
    ignorePatterns: ['dist', 'data', 'shots', 'reports', 'test-results', '.tmp', '.git'],
    tempDirName: mkdtempSync(join(tmpdir(), 'promptarium-mutate-')),
    cleanTempDir: 'always',
    concurrency: 1,
    // Some mutants wait forever for a lock or a condition, so this limit ends them.
    timeoutMS: 20_000,
    dryRunTimeoutMinutes: 15,
    // Mutants that the last run detected are tested again only if their code or a test that covers them has changed.
    incremental: true,
    incrementalFile,
    reporters: ['clear-text', 'json', 'progress-append-only'],
    clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
    jsonReporter: { fileName: `reports/mutation/${name}.json` },
  })
  const mutants = await stryker.runMutationTest()
  const count = (...statuses: string[]) => mutants.filter(({ status }) => statuses.includes(status)).length
  const detected = count('Killed', 'Timeout')
  const score = (100 * detected) / (detected + count('Survived', 'NoCoverage'))
  process.stdout.write(`${name}: ${score.toFixed(1)} % of the mutants were detected.\n`)
  return score >= passScore
}

/** `npm run mutate` measures all areas. `npm run mutate -- credits billing` measures only the named areas. */
async function main(areaNames: string[]): Promise<number> {
  const names = Object.keys(areas)
  const unknown = areaNames.find((name) => !names.includes(name))
  if (unknown) {
    process.stdout.write(`There is no area "${unknown}". The areas are ${names.join(', ')}.\n`)
    return 2
  }
  await installLabPackages()
  await adaptMutators()
  let hasPassed = true
  for (const name of areaNames.length > 0 ? areaNames : names) {
    process.stdout.write(`\n── ${name} ──\n`)
    if (!(await mutateArea(name))) hasPassed = false
  }
  return hasPassed ? 0 : 1
}

process.exitCode = await main(process.argv.slice(2))
