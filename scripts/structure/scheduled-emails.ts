import type { Source, Violation } from './source.ts'

const rule = 'An email that a schedule sends needs consent'

/**
 * A file that sends emails and that a scheduled job (`jobs.every`) can reach: nobody asked for such an email at that
 * moment. It has to read who agreed, and to end each email with the link that ends them.
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
  return [...reached].flatMap((path) => {
    const text = files.get(path) ?? ''
    const offset = text.search(/\bmail\.send\(/)
    if (offset === -1 || (/consent/i.test(text) && /unsubscribe/i.test(text))) return []
    const line = text.slice(0, offset).split('\n').length
    const message =
      'A scheduled job sends this email, so its receivers have not just asked for it. Send it only to those whose consent is stored, and end its text with an unsubscribe link that works without signing in.'
    return [{ path, line, rule, message }]
  })
}

/** The files whose functions stand in a call of `jobs.every`, the file itself included if it declares one of them. */
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

/** The text between the parenthesis at `start` and its counterpart. */
function readArgumentsAt(text: string, start: number): string {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return text.slice(start, at)
  }
  return text.slice(start)
}
