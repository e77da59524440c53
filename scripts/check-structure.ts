import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkBrowser } from './structure/browser.ts'
import { checkCommaLists } from './structure/comma-lists.ts'
import { checkDeadlines } from './structure/deadlines.ts'
import { checkDirections } from './structure/directions.ts'
import { checkFeatureSize } from './structure/feature-size.ts'
import { checkImportCycles } from './structure/import-cycles.ts'
import { checkLinearPatterns } from './structure/linear-patterns.ts'
import { checkLogicalSides } from './structure/logical-sides.ts'
import { checkNames } from './structure/names.ts'
import { checkPackages } from './structure/packages.ts'
import { checkRetiredWords } from './structure/retired-words.ts'
import { checkEmails } from './structure/scheduled-emails.ts'
import { checkSessionState } from './structure/session-state.ts'
import { readSource, type Violation } from './structure/source.ts'
import { checkStoredFacts } from './structure/stored-facts.ts'
import { checkTables } from './structure/tables.ts'
import { checkTextDirection } from './structure/text-direction.ts'
import { checkTexts } from './structure/texts.ts'
import { checkTotals } from './structure/totals.ts'
import { checkUniqueKeys } from './structure/unique-keys.ts'
import { checkVisiblePrompts } from './structure/visible-prompts.ts'
import { checkWebAddresses } from './structure/web-addresses.ts'

/**
 * Checks the rules that Biome can't check: those about several files together, or about more than imports. Some of them
 * are only in structure/, not in AGENTS.md. Rules 1, 2, 5 and 8 and the rule against barrel files are in biome.json, so
 * editors show them too. `all` maps paths to the files' contents; style sheets have a rule of their own.
 */
export function checkStructure(all: Map<string, string>): Violation[] {
  const files = new Map([...all].filter(([path]) => !path.endsWith('.css')))
  const isSource = (path: string) => path.startsWith('src/') && /\.tsx?$/.test(path) && !path.endsWith('.gen.ts')
  const sources = [...files].filter(([path]) => isSource(path)).map(([path, text]) => readSource(path, text))
  const migrations = new Map([...files].filter(([path]) => /^db\/migrations\/.*\.sql$/.test(path)))
  return [
    ...checkNames([...files.keys()]),
    ...checkFeatureSize([...files.keys()]),
    ...checkDirections(sources),
    ...checkImportCycles(sources),
    ...checkBrowser(sources),
    ...checkTables(sources, migrations),
    ...checkPackages(sources),
    ...checkUniqueKeys(files),
    ...checkTotals(files),
    ...checkSessionState(files),
    ...checkVisiblePrompts(files),
    ...checkStoredFacts(sources),
    ...checkEmails(files, sources),
    ...checkDeadlines(files),
    ...checkTextDirection(files),
    ...checkLogicalSides(all),
    ...checkTexts(files),
    ...checkCommaLists(files),
    ...checkWebAddresses(files),
    ...checkLinearPatterns(files),
    ...checkRetiredWords(files),
  ]
}

/** Reads every file of this repository that a rule may apply to. Returns the files' contents by path. */
export function readRepository(): Map<string, string> {
  const root = join(import.meta.dirname, '..')
  const paths = globSync('{src,scripts,test,lab,db}/**/*.{ts,tsx,css,sql,po}', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  })
  return new Map(paths.sort().map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

if (import.meta.main) {
  const violations = checkStructure(readRepository())
  for (const { path, line, rule, message } of violations)
    process.stdout.write(`${path}:${line} ${rule}\n  ${message}\n\n`)
  process.stdout.write(violations.length === 0 ? 'No rule is violated.\n' : `${violations.length} violations.\n`)
  process.exitCode = violations.length === 0 ? 0 : 1
}
