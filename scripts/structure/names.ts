import { posix } from 'node:path'
import { locationOf } from './locations.ts'
import type { Violation } from './source.ts'

const word = '[a-z][a-z0-9]*'
const name = `${word}(-${word})*`
const twoWords = `${word}(-${word})+`

/** The closed set of names inside a feature (AGENTS.md, "Names inside a feature"). */
const featureNames: Record<'contract' | 'server' | 'web', RegExp[]> = {
  contract: [/^contract\.ts$/, new RegExp(`^(${name}-)?rules\\.ts$`)],
  server: [new RegExp(`^${name}\\.table\\.ts$`), new RegExp(`^${twoWords}\\.ts$`), new RegExp(`^${word}\\.ts$`)],
  web: [new RegExp(`^${twoWords}\\.ts$`), new RegExp(`^${name}\\.tsx$`)],
}

const expected: Record<'contract' | 'server' | 'web', string> = {
  contract: 'Beside server/ and web/ stand contract.ts, rules.ts and <noun>-rules.ts',
  server:
    'server/ holds routes.ts, <verb>-<noun>.ts, <noun>-queries.ts, <nouns>.table.ts and <vendor>.ts, all in lower case with hyphens',
  web: 'web/ holds <noun>-queries.ts, use-<verb>-<noun>.ts, <noun>-<part>.ts, <thing>-page.tsx and <thing>.tsx, all in lower case with hyphens',
}

const emptyWords = /^(utils?|helpers?|misc|types|common|shared)$/
const rule = 'Names inside a feature'

/** Checks the names of files by their paths, including files other than TypeScript. */
export function checkNames(paths: string[]): Violation[] {
  return paths.flatMap((path) => [...checkEmptyWords(path), ...checkFeatureName(path)])
}

function checkEmptyWords(path: string): Violation[] {
  if (!/^(src|scripts|test)\//.test(path)) return []
  const parts = path.split('/')
  const empty = parts.find((part) => emptyWords.test(part.replace(/\..*$/, '')))
  if (empty) {
    const message = `"${empty}" says nothing about what is inside, so everything ends up there. Name the file after its one subject.`
    return [{ path, line: 1, rule, message }]
  }
  if (/\/index\.tsx?$/.test(path) && !path.startsWith('src/routes/')) {
    const message = 'An index file hides where things are. Import the file that holds the thing, by its name.'
    return [{ path, line: 1, rule, message }]
  }
  return []
}

function checkFeatureName(path: string): Violation[] {
  const location = locationOf(path)
  if (!location) return []
  const inFeature = path.slice(`src/features/${location.feature}/`.length)
  const inPart = location.part === 'contract' ? inFeature : inFeature.slice(location.part.length + 1)
  const subject = inPart.replace(/(\.http)?\.test(-d)?(?=\.tsx?$)/, '')
  const isTest = subject !== inPart
  if (isTest ? isTestName(subject) : featureNames[location.part].some((pattern) => pattern.test(subject))) return []
  const message = `${posix.basename(path)} is no name of the closed set. ${expected[location.part]}; tests stand beside what they test. One look at a folder then tells which parts a feature has.`
  return [{ path, line: 1, rule, message }]
}

/** Only the form of a test's name is fixed, since it may be named after its subject or a story. */
function isTestName(subject: string): boolean {
  return new RegExp(`^${name}(\\.table)?\\.tsx?$`).test(subject)
}
