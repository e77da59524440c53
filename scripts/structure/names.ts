import { posix } from 'node:path'
import { locationOf } from './locations.ts'
import type { Violation } from './source.ts'

const word = '[a-z][a-z0-9]*'
const name = `${word}(-${word})*`
const severalWords = `${word}(-${word})+`
const oneFolder = new RegExp(`^${name}/`)

/** The only names that a feature's files may have, the “closed set” of AGENTS.md, “Names inside a feature”. */
const featureNames: Record<'contract' | 'server' | 'web', RegExp[]> = {
  contract: [new RegExp(`^(${name}-)?(contract|rules)\\.ts$`)],
  server: [new RegExp(`^${name}\\.table\\.ts$`), new RegExp(`^${severalWords}\\.ts$`), new RegExp(`^${word}\\.ts$`)],
  web: [new RegExp(`^${severalWords}\\.ts$`), new RegExp(`^${name}\\.tsx$`)],
}

const expected: Record<'contract' | 'server' | 'web', string> = {
  contract:
    'Next to server/ and web/, a feature has only contract.ts, <noun>-contract.ts, rules.ts and <noun>-rules.ts',
  server:
    'server/ holds routes.ts, <verb>-<noun>.ts, <noun>-queries.ts, <nouns>.table.ts and <vendor>.ts, all in lowercase with hyphens',
  web: 'web/ holds <noun>-queries.ts, use-<verb>-<noun>.ts, <noun>-<part>.ts, <thing>-page.tsx and <thing>.tsx, all in lowercase with hyphens',
}

const meaninglessWords = /^(utils?|helpers?|misc|types|common|shared)$/
const rule = 'Names inside a feature'

/** Checks the names of all files. `paths` also contains files that aren't TypeScript. */
export function checkNames(paths: string[]): Violation[] {
  return paths.flatMap((path) => [...checkMeaninglessWords(path), ...checkFeatureName(path)])
}

function checkMeaninglessWords(path: string): Violation[] {
  if (!/^(src|scripts|test|lab)\//.test(path)) return []
  const parts = path.split('/')
  const meaningless = parts.find((part) => meaninglessWords.test(part.replace(/\..*$/, '')))
  if (meaningless) {
    const message = `"${meaningless}" doesn’t say what the file contains, so everything ends up there. Name the file after its one subject.`
    return [{ path, line: 1, rule, message }]
  }
  if (/\/index\.tsx?$/.test(path) && !path.startsWith('src/routes/')) {
    const message = 'An index file hides where code is. Import from the file that has the code.'
    return [{ path, line: 1, rule, message }]
  }
  return []
}

function checkFeatureName(path: string): Violation[] {
  const location = locationOf(path)
  if (!location) return []
  const pathInFeature = path.slice(`src/features/${location.feature}/`.length)
  // server/ and web/ may have one level of folders, each for one subject.
  const pathInPart =
    location.part === 'contract' ? pathInFeature : pathInFeature.slice(location.part.length + 1).replace(oneFolder, '')
  const subject = pathInPart.replace(/(\.http|\.slow)?\.test(-d)?(?=\.tsx?$)/, '')
  const isTest = subject !== pathInPart
  if (isTest ? isTestName(subject) : featureNames[location.part].some((pattern) => pattern.test(subject))) return []
  const message = `${posix.basename(path)} isn’t in the closed set of names. ${expected[location.part]}; tests are next to what they test. This way the file names show which parts a feature has.`
  return [{ path, line: 1, rule, message }]
}

/** Checks only the form of a test's name, because a test may be named after its subject or after a scenario. */
function isTestName(subject: string): boolean {
  return new RegExp(`^${name}(\\.table)?\\.tsx?$`).test(subject)
}
