import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkClauses } from '../../scripts/doc-references.ts'
import { checkCoverage, checkGuards, drawGuards } from './check-guards.ts'
import { type Guard, guards } from './guards.ts'

const root = join(import.meta.dirname, '../..')
const print = (line: string) => process.stdout.write(`${line}\n`)

/** The parts of the repository that the tests of guards need. A guard is a piece of code that prevents an attack. */
const parts = ['src', 'test', 'db', 'scripts', 'lab', 'docs', 'public', 'package.json', 'tsconfig.json']

/** Checks docs/security.md against the repository. Returns whether there are no problems. */
function checkDocument(): boolean {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const repository = { has: (path: string) => existsSync(join(root, path)), read }
  const markdown = read('docs/security.md')
  const problems = [
    ...checkClauses(markdown, repository),
    ...checkCoverage(markdown),
    ...checkGuards(guards, markdown, repository),
  ]
  for (const problem of problems) print(problem)
  print(`docs/security.md: ${guards.length} guards, ${problems.length} problems.`)
  return problems.length === 0
}

/** Copies the repository without built files. The copy links to the same node_modules. */
function copyRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 'promptarium-guards-'))
  const filter = (path: string) => basename(path) !== 'node_modules'
  for (const part of parts) cpSync(join(root, part), join(copy, part), { recursive: true, filter })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** Runs a guard's test in the copy. Returns how many tests passed and failed, or null if the test file didn't load. */
function runTest(copy: string, { test, title }: Guard): { passed: number; failed: number } | null {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  // A title may contain a placeholder, so only what precedes it is matched.
  const pattern = (title.split(/\$|%/)[0] ?? title).trimEnd().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs')
  const options = ['run', '--config', 'lab/mutation/vitest.config.ts', '--reporter=json', `--outputFile=${report}`]
  spawnSync(process.execPath, [vitest, ...options, '-t', pattern], {
    cwd: copy,
    env: { ...process.env, MUTATE_TESTS: JSON.stringify([test]) },
    stdio: 'ignore',
    timeout: 300_000,
  })
  if (!existsSync(report)) return null
  const {
    numPassedTests: passed,
    numFailedTests: failed,
    numFailedTestSuites: suites,
  } = JSON.parse(readFileSync(report, 'utf8'))
  // A file that doesn't load, for example because of a syntax error, has a failed suite, but no failed test.
  return passed + failed === 0 && suites > 0 ? null : { passed, failed }
}

/**
 * Runs a guard's test in the copy, first with the guard and then with `guard.leave` in its place. Returns whether the
 * test detects that the guard is missing.
 */
function isRemovalDetected(copy: string, guard: Guard): boolean {
  const path = join(copy, guard.file)
  const original = readFileSync(path, 'utf8')
  const name = `${guard.file}: ${guard.remove.split('\n')[0]}`
  const before = runTest(copy, guard)
  writeFileSync(
    path,
    original.replaceAll(guard.remove, () => guard.leave),
  )
  const after = runTest(copy, guard)
  writeFileSync(path, original)
  const isDetected = before?.failed === 0 && before.passed > 0 && after !== null && after.failed > 0
  print(`${isDetected ? 'detected  ' : 'UNDETECTED'} ${name}`)
  if (!isDetected) print(`          ${guard.test} › "${guard.title}": ${JSON.stringify({ before, after })}`)
  return isDetected
}

/**
 * `npm run check-security` checks docs/security.md. `--draw 20 --seed 1` also removes 20 random guards in a copy of the
 * repository, one at a time, and fails if a removed guard's test still passes. `--skip 40` skips the first 40 guards of
 * the random order.
 */
function main(): boolean {
  const { values } = parseArgs({
    options: {
      draw: { type: 'string' },
      seed: { type: 'string', default: '1' },
      skip: { type: 'string', default: '0' },
    },
  })
  if (!checkDocument()) return false
  if (!values.draw) return true
  const skipped = Number(values.skip)
  const drawn = drawGuards(guards, skipped + Number(values.draw), Number(values.seed)).slice(skipped)
  if (drawn.length === 0) {
    print(`No guards to draw: there are ${guards.length}, and ${values.skip} are skipped.`)
    return false
  }
  const copy = copyRepository()
  try {
    const detected = drawn.filter((guard) => isRemovalDetected(copy, guard)).length
    print(`${detected} of ${drawn.length} removed guards were detected.`)
    return detected === drawn.length
  } finally {
    rmSync(copy, { recursive: true })
  }
}

process.exitCode = main() ? 0 : 1
