/** Access to the repository: whether a path exists, and the text of a file. */
export type Repository = { has: (path: string) => boolean; read: (path: string) => string }

/** A sentence about an error in a document. */
export type Problem = string

const states = /^(done|open|later: [a-z][a-z ]+)$/

/**
 * Checks that each row of a table of clauses (docs/proof/clauses.md) has a valid state, that the code and tests it
 * names exist, and that not all of its tests are slow.
 */
export function checkClauses(markdown: string, repository: Repository): Problem[] {
  return tableRows(markdown).flatMap(([clause = '', state = '', codeCell = '', test = '', ...extraCells]) => {
    const complain = (what: string) => `"${clause}" ${what}`
    if (extraCells.length > 0 || test === '') return [complain('needs four cells: clause, state, code, test')]
    if (!states.test(state)) return [complain(`has the state "${state}"; say done, open, or later: <topic>`)]
    const tests = namedTests(test)
    const isEmpty = codeCell === '–' && test === '–'
    if (state.startsWith('later') && !isEmpty) return [complain('is for later, but names code or a test')]
    if (state === 'done' && (codeCell === '–' || tests.length === 0))
      return [complain('is done, but names no code or test')]
    if (test !== '–' && tests.length === 0) return [complain('must name its test as `path` › "title"')]
    if (tests.length > 0 && tests.every((test) => isSlow(test, repository)))
      return [complain('names only slow tests, which `npm test` leaves out (docs/decisions/093-tests.md)')]
    const missing = namedPaths(codeCell).filter((path) => !repository.has(path))
    return [
      ...missing.map((path) => complain(`names ${path}, which doesn't exist`)),
      ...tests.flatMap((namedTest) => missingTest(namedTest, repository)).map(complain),
    ]
  })
}

/**
 * Checks that the paths in a document, in backticks or links, exist in this repository. Skips code blocks, and patterns
 * like `src/*`.
 */
export function checkPaths(path: string, markdown: string, repository: Repository): Problem[] {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, '')
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : ''
  const links = [...prose.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map((match) => resolve(folder + match[1]))
  const pathsInProse = namedPaths(prose).filter((name) => !/[<*{…]/.test(name))
  return [...new Set([...links, ...pathsInProse])]
    .filter((name) => !repository.has(name))
    .map((name) => `${path} names ${name}, which doesn't exist`)
}

/** Returns the trimmed cells of every table row, except headers and separators. */
function tableRows(markdown: string): string[][] {
  const lines = markdown.split('\n').filter((line) => line.startsWith('|'))
  return lines
    .map((line) => line.slice(1, line.lastIndexOf('|')).split('|'))
    .map((cells) => cells.map((cell) => cell.trim()))
    .filter(([first = '']) => first !== 'clause' && !/^-+$/.test(first))
}

function namedPaths(text: string): string[] {
  const marked = [...text.matchAll(/`([^`\s]+)`/g)].map((match) => match[1] ?? '')
  return marked.filter((name) => /^(src|test|scripts|lab|db|docs|\.ci)\//.test(name))
}

type NamedTest = { path: string; title: string }

function namedTests(cell: string): NamedTest[] {
  return [...cell.matchAll(/`([^`]+)` › "(.*?)"(?=<br>| \|$|$)/g)].map((match) => ({
    path: match[1] ?? '',
    title: match[2] ?? '',
  }))
}

/** Matches a placeholder in a title that a loop or `it.each` fills in. */
const placeholder = /\$\{|%[sdifjoO]/

function missingTest({ path, title }: NamedTest, repository: Repository): string[] {
  if (!repository.has(path)) return [`names the test file ${path}, which doesn't exist`]
  if (placeholder.test(title)) return [`names a test by the template "${title}"; name the describe() around it`]
  return textAfter({ path, title }, repository) === null ? [`names the test "${title}", which isn't in ${path}`] : []
}

/** Tells whether `npm test` leaves out a test, because of its file's name or its tag. */
function isSlow(test: NamedTest, repository: Repository): boolean {
  if (test.path.endsWith('.slow.test.ts')) return true
  return repository.has(test.path) && /^, \{\s*tag: '@slow'/.test(textAfter(test, repository) ?? '')
}

/**
 * Returns the text that follows a test's title in its file, or null if the file has no such test. Of a title that ends
 * in “…”, the document names only the beginning, which one title in the file may have.
 */
function textAfter({ path, title }: NamedTest, repository: Repository): string | null {
  const text = repository.read(path).replaceAll(/\\(['"`])/g, '$1')
  const beginning = beginningOf(title)
  const isWhole = beginning === title
  const rests = ["'", '"', '`'].flatMap((mark) => {
    const found = text.split(`(${mark}${beginning}${isWhole ? mark : ''}`).slice(1)
    return isWhole ? found : found.map((rest) => rest.slice(rest.indexOf(`${mark}, `) + 1))
  })
  return isWhole || rests.length === 1 ? (rests[0] ?? null) : null
}

const beginningOf = (title: string) => title.replace(/…$/, '')

/** Tells whether a row of a table names a test, by its whole title or by the beginning of it. */
export function namesTest(row: string, path: string, title: string): boolean {
  return namedTests(row).some(
    (named) =>
      named.path === path &&
      (named.title === title || (/…$/.test(named.title) && title.startsWith(beginningOf(named.title)))),
  )
}

function resolve(path: string): string {
  return new URL(path, 'file:///').pathname.slice(1)
}
