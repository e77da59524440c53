import type { Source, Violation } from './source.ts'

const rule = 'An email that a schedule sends needs consent'

/**
 * Checks files that send emails and that a scheduled job (`jobs.every`) reaches through imports. Their recipients didn't
 * request an email just now, so such a file must mention consent and unsubscribing. Conversely, a scheduled job must
 * reach every file that sends emails and mentions unsubscribing.
 */
export function checkEmails(files: Map<string, string>, sources: Source[]): Violation[] {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const reached = new Set<string>()
  const visit = (path: string) => {
    if (reached.has(path)) return
    reached.add(path)
    for (const { target, typesOnly } of byPath.get(path)?.imports ?? []) if (!typesOnly) visit(target)
  }
  for (const source of sources.filter(({ path }) => !path.includes('.test.')))
    for (const target of listFilesCalledOnSchedule(source, files.get(source.path) ?? '')) visit(target)
  return sources.flatMap(({ path }) => {
    const text = files.get(path) ?? ''
    const offset = text.search(/\bmail\.send\(/)
    if (offset === -1 || path.includes('.test.')) return []
    const line = text.slice(0, offset).split('\n').length
    const hasLink = /unsubscribe/i.test(text)
    if (!reached.has(path)) return hasLink ? [{ path, line, rule, message: neverSentMessage }] : []
    return hasLink && /consent/i.test(text) ? [] : [{ path, line, rule, message: missingConsentMessage }]
  })
}

const missingConsentMessage =
  'A scheduled job sends this email, so its recipients haven’t just requested it. Send it only to those whose consent is stored, and end its text with an unsubscribe link that works without signing in.'
const neverSentMessage =
  'Members can unsubscribe from this email, but no scheduled job sends it. Name its function in a call of jobs.every, as in notification-jobs.ts.'

/**
 * Lists the files that declare the functions named in a file's calls of `jobs.every`. The file at `path`, which contains
 * the calls, may be one of them.
 */
function listFilesCalledOnSchedule({ path, imports }: Source, text: string): string[] {
  return [...text.matchAll(/\bjobs\.every\(/g)].flatMap(({ index }) => {
    const names = new Set(readArgumentsAt(text, index + 'jobs.every'.length).match(/[A-Za-z]\w+/g))
    const lines = text.split('\n')
    const imported = imports.filter(({ line }) =>
      (lines[line - 1]?.match(/\w+/g) ?? []).some((name) => names.has(name)),
    )
    const isDeclaredHere = [...names].some((name) => new RegExp(`function ${name}\\b`).test(text))
    return [...imported.map(({ target }) => target), ...(isDeclaredHere ? [path] : [])]
  })
}

/** Returns the text from the parenthesis at `start` up to the matching one. */
function readArgumentsAt(text: string, start: number): string {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return text.slice(start, at)
  }
  return text.slice(start)
}
