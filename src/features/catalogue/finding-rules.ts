import { textsOfVariable } from '#features/variables/variable-list-rules.ts'
import { parseWebAddress } from '#lib/web-address.ts'
import type { WrittenPrompt } from './contract.ts'
import { type FindingPattern, findingPatterns } from './finding-pattern-rules.ts'
import { findHiddenCharacters } from './hidden-character-rules.ts'
import { type Finding, type FindingKind, type FoundWhat, isAlarm } from './paper-rules.ts'
import { findSecrets } from './secret-rules.ts'

/** How many hosts are listed. The others are counted. */
const hostsMax = 20
/** How many characters an instruction may span, and how many before and after it belong to its sentence. */
const spanMax = 260
const aroundMax = 120

const sentenceEnd = /[.!?](?:\s|$)|[。！？\n]/
/** Matches a line break in the middle of a paragraph or of a list item, also one that JSON escapes. */
const wrap = /(?<!\n)\n(?![\s*#>|`-]|\d)|(?<=\p{Ll} {0,2})\n {1,12}(?=\p{Ll})|\\n/gu
/** How far wide letters, as in Chinese texts, are from those that the patterns have. */
const fullWidth = 0xfee0
const link = /\bhttps?:\/\/([^\s/?#"'<>()[\]{}|\\^`]{1,300})[^\s"'<>()[\]{}|\\^`]*/gi
const shellBlock =
  /^ {0,3}(?:```|~~~) {0,3}(?:bash|sh|shell|zsh|fish|console|terminal|powershell|pwsh|ps1|cmd|bat)\b/gim

/** Texts that people can’t read. */
const encodings: [what: FoundWhat, pattern: RegExp][] = [
  ['has a long text in base64', /(?<![\w+/=-])[\w+/-]{80,}/g],
  ['has a long text in hexadecimal', /(?<![\w-])[0-9a-f]{128,}(?![\w-])/gi],
  ['has a long text in codes', /(?:\\x[0-9a-f]{2}){12,}|(?:\\u[0-9a-f]{4}){12,}|(?:&#x?[0-9a-f]{2,6};){12,}/gi],
  ['has a long text in codes', /(?:%[0-9a-f]{2}){16,}|(?<!\d)(?:[01]{8} ?){12,}|(?<![0-9a-f])(?:[0-9a-f]{2} ){32,}/gi],
]

/** The words of a prompt that a model or an agent may read. */
type Words = Pick<WrittenPrompt, 'title' | 'description' | 'content' | 'variables'> &
  Partial<Pick<WrittenPrompt, 'files'>>

/**
 * Finds what people should know about a prompt: alarms by their first line, then facts. Takes time in proportion to the
 * length of its texts. Reads of stored prompts take the result from a column (`catalogue/server/stored-facts.ts`).
 */
export function findFindings({ title, description, content, variables, files = [] }: Words): Finding[] {
  const found = findInText(content)
  const known = new Set(found.map(({ kind, what }) => `${kind} ${what}`))
  const otherTexts = [...variables.flatMap(textsOfVariable), ...files.map(({ text }) => text)]
  const around = findInText([title, description, ...otherTexts].join('\n\n'))
  return toFindings([
    ...found,
    ...around.filter(({ kind, what }) => !known.has(`${kind} ${what}`)).map((finding) => ({ ...finding, line: 0 })),
  ])
}

function findInText(text: string): Finding[] {
  const places = new Places()
  const lines = text
    .replaceAll('\t', ' ')
    .replaceAll('\\\n', '  ')
    .replace(/[０-９Ａ-Ｚａ-ｚ]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - fullWidth))
  const sentences = lines.replaceAll('\r', ' ').replace(wrap, (found) => ' '.repeat(found.length))
  for (const pattern of findingPatterns)
    for (const index of findInOrder(pattern.inLine ? lines : sentences, pattern))
      places.add(pattern.kind, pattern.what, index)
  const withoutLinks = text.replace(link, (found) => ' '.repeat(found.length))
  for (const [what, pattern] of encodings)
    for (const { 0: found, index } of withoutLinks.matchAll(pattern))
      if (isEncoded(found)) places.add('encoded', what, index)
  for (const { 1: authority = '', index } of text.matchAll(link)) {
    const host = hostOf(authority)
    if (host !== null) places.add('link', host, index)
  }
  for (const { index } of text.matchAll(shellBlock)) places.add('shell', 'has commands for a shell', index)
  const secrets = Map.groupBy(findSecrets(text), ({ kind }) => kind)
  return [
    ...places.list(text),
    ...findHiddenCharacters(text).map(({ kind, ...place }): Finding => ({ kind: 'hidden', what: kind, ...place })),
    ...[...secrets].map(([what, found]): Finding => {
      return { kind: 'secret', what, line: found[0]?.line ?? 1, count: found.length }
    }),
  ]
}

/** Sorts findings, and replaces the hosts beyond `hostsMax` by their number. */
function toFindings(found: Finding[]): Finding[] {
  const alarms = found.filter(isAlarm).sort((one, other) => one.line - other.line)
  const [links, shells] = [found.filter(({ kind }) => kind === 'link'), found.filter(({ kind }) => kind === 'shell')]
  const [next, ...rest] = links.splice(hostsMax)
  const others: Finding[] = next ? [{ ...next, what: `${rest.length + 1} more hosts`, count: rest.length + 1 }] : []
  return [...alarms, ...links, ...others, ...shells]
}

/** Where each kind of thing was first found, and how often. */
class Places {
  private readonly found = new Map<string, Omit<Finding, 'line'> & { index: number }>()

  add(kind: FindingKind, what: string, index: number) {
    const known = this.found.get(`${kind} ${what}`)
    if (!known) this.found.set(`${kind} ${what}`, { kind, what, index, count: 1 })
    else {
      known.count++
      known.index = Math.min(known.index, index)
    }
  }

  list(text: string): Finding[] {
    let [line, counted] = [1, 0]
    return [...this.found.values()]
      .sort((one, other) => one.index - other.index)
      .map(({ index, ...finding }) => {
        for (let at = text.indexOf('\n', counted); at !== -1 && at < index; at = text.indexOf('\n', at + 1)) line++
        counted = index
        return { ...finding, line }
      })
  }
}

/** Yields where the parts of a pattern follow each other. Each part is searched once from start to end of the text. */
function* findInOrder(text: string, { parts: [first, ...rest], inLine, unless }: FindingPattern): Generator<number> {
  if (!first) return
  // `matchAll` begins where the pattern, which others share, was last used.
  first.lastIndex = 0
  const next = rest.map((pattern) => ({ pattern, start: -1, end: -1 }))
  let foundUntil = 0
  for (const {
    0: { length },
    index,
  } of text.matchAll(first)) {
    let end = index + length
    for (const part of next) {
      if (part.start < end && !moveOn(text, part, end)) return
      end = part.end
    }
    if (index < foundUntil || end - index > spanMax) continue
    const between = text.slice(index, end)
    if (inLine ? between.includes('\n') : sentenceEnd.test(between)) continue
    if (unless?.test(sentenceAround(text, index, end))) continue
    foundUntil = end
    yield index
  }
}

/** Moves a part to its next match from `from` on. Returns whether there is one. */
function moveOn(text: string, part: { pattern: RegExp; start: number; end: number }, from: number): boolean {
  part.pattern.lastIndex = from
  const match = part.pattern.exec(text)
  if (!match) return false
  part.start = match.index
  part.end = match.index + match[0].length
  return true
}

/** Returns the sentence around an instruction, as far as it is near. */
function sentenceAround(text: string, start: number, end: number): string {
  const before = text.slice(Math.max(0, start - aroundMax), start).split(/[.!?]\s|[。！？\n]/)
  const after = text.slice(end, end + aroundMax).split(/[.!?]\s|[。！？\n]/, 1)
  return `${before.at(-1)}${text.slice(start, end)}${after[0]}`
}

/** Tells whether a run of letters and digits looks encoded: it isn’t one word, one number, or lines of hyphens. */
function isEncoded(run: string): boolean {
  if (!/^[\w+/-]+$/.test(run) || /^[0-9a-f]+$/i.test(run)) return new Set(run).size > 1
  return /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run) && new Set(run).size > 16 && !/[_-]{3}/.test(run)
}

/** Returns the host of a link as the browser would name it, or null if it isn’t one. What is before `@` isn’t the host. */
function hostOf(authority: string): string | null {
  const url = parseWebAddress(`http://${authority.slice(authority.lastIndexOf('@') + 1)}`)
  return url?.hostname.includes('.') ? url.hostname : null
}
