import { convertForeignVariables } from '#features/variables/foreign-variable-rules.ts'
import { withoutBraces } from '#features/variables/variable-rules.ts'
import { withoutTrailingSeparators } from '#lib/shorten.ts'
import { cutText } from '#lib/well-formed.ts'
import { promptLimits } from './rules.ts'
import { isStructured, stringsOf, structuredExcerpt } from './structured-text-rules.ts'

/**
 * The version of these rules and of finding-rules.ts with all that it imports, which is stored with each prompt. Increase
 * it when `excerptOf` or `findFindings` changes, so that a job recomputes what is stored.
 */
export const excerptVersion = 14

/** How many characters of a text are read for its excerpt. */
const readMax = 6_000

const listItem = /^\s*(?:[*+•-]|\d{1,2}[.)])\s+/
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{4}/u
/** Matches the label of a line that describes the file, not the task. */
const metadataLabel =
  /^(version|authors?|date|created|updated|name|title|language|model|tags?|category|license|licence|id|status)\s*:/i
/** Matches a short label before a sentence, as in "Role: You are …". */
const leadingLabel = /^(?:\p{Lu}[\p{L}]*(?: [\p{L}&]+){0,2}|\[[^\]{}]{2,24}\])\s*:\s+/u

/**
 * Matches the start of a sentence that only gives the model a role. The prompt's title nearly always states the role
 * too.
 */
const roleStart =
  /^["“'‘]?(?:I (?:want|need|would like) you to act|(?:Please )?act|You are|You're|You will act|Assume the role)\b/i
/**
 * Matches a "You are" that introduces no role, because no noun or name follows: "You are writing to a client" is the
 * task.
 */
const taskStart = /^["“'‘]?(?:You are|You're) (?!an?\b|the\b|my\b|now an?\b|["“\p{Lu}])/u
/**
 * Matches the end of a sentence: punctuation before white space, or the end of a line, if a character follows that can
 * start a sentence.
 */
const sentenceEnd = /(?:[.!?]["”’')]*\s|\n(?<!\n[^\S\n]*\n))\s*(?=["“'‘(]?[\p{Lu}\p{N}])/u
/** Matches a label before the task, such as "Your task is to:". If a role is left out, so is this label after it. */
const taskLabel =
  /^(?:Your (?:task|job|goal|role) is(?: to)?|Your tasks are|You will|Your tasks?|Task|Context):\s+(?=\p{Lu})/u
/** The role is left out only if the text after it has at least this many characters. */
const taskMin = 60
/**
 * How many sentences may be left out. Texts often state a role twice: "Act as a planner. You are an expert in parties."
 */
const roleSentencesMax = 3

/**
 * Returns what a card shows of a prompt: up to 240 characters from where the text says what the prompt does, with
 * variables. Leaves out front matter, headings, code, labels, Markdown marks and roles, and summarizes JSON. The result
 * ends with "…" if anything was left out; prompt-text.tsx relies on that.
 */
export function excerptOf(content: string): string {
  const whole = content.trim()
  const prose = proseOf(cutText(whole, readMax))
  const isWhole = whole.length <= readMax && oneLine(prose) === oneLine(whole)
  if (isWhole && Array.from(content).length < promptLimits.excerpt && !whole.endsWith('…')) return content
  const text = oneLine(isStructured(whole) ? prose : withoutRole(prose))
  return cut(convertForeignVariables(text, { isOnlyShown: true }))
}

/** Leaves out the first sentences if they only give a role and contain no blank, and if enough text follows. */
function withoutRole(text: string): string {
  let rest = text
  for (let sentence = 0; sentence < roleSentencesMax; sentence++) {
    const end = sentenceEnd.exec(rest)
    if (!end) break
    const role = rest.slice(0, end.index)
    if (!roleStart.test(role) || taskStart.test(role) || role.includes('{{')) break
    const after = rest.slice(end.index + end[0].length)
    if (oneLine(after).length < taskMin) break
    rest = after
  }
  return rest === text ? text : withoutLabel(rest).replace(taskLabel, '')
}

function proseOf(text: string): string {
  const body = text.replace(/^---\r?\n[\s\S]*?\r?\n---[ \t]*(\r?\n|$)/, '').trim()
  if (isStructured(body)) return structuredExcerpt(body) ?? stringsOf(body).find(isProse) ?? body
  const lines = body.replace(/```[\s\S]*?(```|$)/g, '\n').split(/\r?\n/)
  const start = lines.findIndex(isStart)
  if (start === -1) return body
  const prose = lines.slice(start).filter((line) => line.trim() !== '' && !isHeading(line) && !isMetadata(line))
  const texts = [withoutLabel(withoutMarks(prose[0] ?? '')), ...prose.slice(1).map(withoutMarks)]
  return texts
    .map((text, at) => (isBareItem(prose[at]) && listItem.test(prose[at + 1] ?? '') ? `${text};` : text))
    .join('\n')
}

/** Tells whether a line is a list item without punctuation at its end. On one line, the next item would run into it. */
function isBareItem(line = ''): boolean {
  return listItem.test(line) && /[\p{L}\p{N})"”]\s*$/u.test(line)
}

/**
 * Tells whether the task may begin with this line: a sentence that isn't a heading, table, markup or description of the
 * file.
 */
function isStart(line: string): boolean {
  const isMarkup = /^\s*[|<]/.test(line)
  return !isHeading(line) && !isMetadata(line) && !isMarkup && isProse(withoutLabel(withoutMarks(line)))
}

function isMetadata(line: string): boolean {
  return metadataLabel.test(withoutMarks(line).replace(/^#+\s*/, ''))
}

/**
 * Tells whether a line is a heading: a Markdown heading or rule, a line entirely in bold, brackets or capitals, or a
 * short line that ends with a colon.
 */
function isHeading(line: string): boolean {
  const text = line.trim()
  return (
    /^#{1,6}(\s|$)|^[-=*_#~]{3,}$|^\*\*[^*]+\*\*:?$|^__[^_]+__:?$|^\[[^\]]*\]$|^<[^>]*>$/.test(text) ||
    (/\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text) && !text.includes('{{')) ||
    (text.endsWith(':') && text.split(/\s+/).length <= 3)
  )
}

/**
 * Returns a text without its label. A label stays if no prose follows, and before a blank, because it says what to type
 * there: "I have: {{food}}."
 */
function withoutLabel(text: string): string {
  const rest = text.replace(leadingLabel, '')
  return isProse(rest) && !rest.startsWith('{{') ? rest : text
}

/** Returns a line without Markdown marks and HTML tags. Variables stay as they are. */
function withoutMarks(line: string): string {
  return line
    .replace(/^\s*(?:>\s*)+/, '')
    .replace(listItem, '')
    .replace(/\*\*|`/g, '')
    .replace(/(^|\s)__(\S[^_]*)__/g, '$1$2')
    .replace(/!?\[([^\][]*)\]\([^()]*(?:\([^()]*)?\)/g, '$1')
    .replace(/<\/?[a-z][\w:-]*\s*\/?>/gi, '')
    .trim()
}

/** Tells whether a text has at least four words and twelve letters, or twelve letters in a script without spaces. */
function isProse(text: string): boolean {
  const named = withoutBraces(text)
  const letters = named.match(/\p{L}/gu)?.length ?? 0
  return letters >= 12 && (spaceless.test(named) || named.trim().split(/\s+/).length >= 4)
}

/**
 * Adds an ellipsis to a text, without the comma, colon, dash or number of an item that it then ends with. Truncates a long text first, after
 * a whole word and not inside a variable. The result has at most 240 characters.
 */
function cut(text: string): string {
  const characters = Array.from(text)
  const max = promptLimits.excerpt - ' …'.length
  if (characters.length <= max) return `${withoutTrailingSeparators(text)} …`
  const short = characters
    .slice(0, max + 1)
    .join('')
    .replace(/\\?\{\{[^{}]*$/, '')
  // Scripts without spaces, and very long words, are truncated after any character.
  const atWord = short.replace(/(?<!\s)\s+\S{0,30}$/, '')
  const end = atWord === short ? Array.from(short).slice(0, max).join('') : atWord.replace(danglingNumber, '')
  return `${withoutTrailingSeparators(end)} …`
}

/** Matches what would stand before an ellipsis without its text: the number of a list's item. */
const danglingNumber = /(?<=[.;:!?]) \d{1,2}[.)]$/

/** How many of an excerpt's last letters are compared to see whether it reaches the end of its text. */
const endLetters = 40

/**
 * Tells whether an excerpt that ends with an ellipsis shows the end of its text. If it does, the excerpt leaves out
 * only earlier parts. `contentEnd` is the last part of the text, longer than what is compared (`endLetters`).
 */
export function reachesEnd(excerpt: string, contentEnd: string): boolean {
  const last = lettersOf(excerpt).slice(-endLetters)
  return last !== '' && lettersOf(contentEnd).endsWith(last)
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
