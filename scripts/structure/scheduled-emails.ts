import type { Source, Violation } from './source.ts'

const rule = 'An email that a schedule sends needs consent'

/**
 * Checks files that send emails and that a scheduled job (`jobs.every`) can call. Their recipients didn't just ask for
 * an email, so the file must read who consented and end each email with an unsubscribe link. Conversely, a job must
 * call every file that sends such a link.
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
    if (!reached.has(path)) return hasLink ? [{ path, line, rule, message: isNeverSent }] : []
    return hasLink && /consent/i.test(text) ? [] : [{ path, line, rule, message: needsConsent }]
  })
}

const needsConsent =
  'A scheduled job sends this email, so its recipients haven’t just requested it. Send it only to those whose consent is stored, and end its text with an unsubscribe link that works without signing in.'
const isNeverSent =
  'Members can unsubscribe from this email, but no scheduled job sends it. Name its function in a call of jobs.every, as in notification-jobs.ts.'

/**
 * Lists the files whose functions are named in calls of `jobs.every`, including the file itself if it declares such a
 * function.
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

/** Returns the text between the parenthesis at `start` and the matching one. */
function readArgumentsAt(text: string, start: number): string {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return text.slice(start, at)
  }
  return text.slice(start)
}
