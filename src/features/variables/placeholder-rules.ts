import { cutText } from '#lib/well-formed.ts'
import { foreignVariable } from './foreign-variable-rules.ts'
import { nameMax, occurrencesOf, type Segment, segmentsWith, withAllowedCharacters } from './variable-rules.ts'

/**
 * A place to fill in that isn't written as a variable: `[Insert industry]`, `<topic>`, `{OBJECT}`, `(your text)`,
 * `${name}`. `name` is what the variable would be called. `isSure` means that its words or its sentence leave no doubt
 * that readers should fill it in. Readers can fill in only sure placeholders; the author can convert all to variables.
 */
export type Placeholder = { written: string; name: string; count: number; isSure: boolean }

/** Matches `[text]`, unless it is a link, a footnote, a checkbox or an array index. */
const square = /(?<![\]\w!$\\])\[(?!['’])([^[\]{}"|=<>\n]{2,60})\](?![([:\w])/gu
/** Matches `<text>`, unless it is a type argument as in `Array<string>`. */
const angle = /(?<![\w$\\/<])<([\p{L}_][^<>(){}[\]"=/\n]{1,59})>/gu
/** Matches `{text}`, unless it is part of a string, a path, an object or a template in code. */
const curly = /(?<![\p{L}\p{N}_$\\{}"'`/(=-])\{([\p{L}_][\p{L}\p{N}_ ]{1,39})\}(?![\p{L}\p{N}_{}"'`/(-])/gu
/** Matches `(text)` that begins with a word such as “insert” or “your”. */
const round = /\(((?:insert|paste|enter your|your) [^()[\]{}<>\n]{2,60})\)/gu

/** Matches a placeholder that tells the reader to write something. */
const asksReader = /^(?:insert|paste|enter|your|type your|put your|add your|describe your)\s+\S/i
/** Matches other verbs, in capitals, that ask the reader for text. In lower case, they may begin an example. */
const asksInCapitals = /^(?:DESCRIBE|SPECIFY|CHOOSE|SELECT|STATE|NAME) \S/
/** Matches the format of a date or time, such as `[YYYY-MM-DD]`. */
const dateFormat = /^[YMDHS:./ -]+$/
/** Matches words before a placeholder that need a noun after them, as in “about [topic]” or “I work at <company>”. */
const needsNoun =
  /(?:^|[\s"“'‘(*])(?:about|for|of|in|on|to|with|my|the|an?|is|are|as|by|from|at|called|named|into|between|and|or|than|like|this|our|i am|am)\s+["“'‘*]*$/i
/** Matches what precedes a placeholder that is the whole value of a field: a label with `:` or `=`, or nothing. */
const beginsField = /[:=]\s*["“'‘*]*$|^["“'‘*\s]*$/
/** Matches text that only shows how braces are used, as in “text in curly brackets {like this}”. */
const showsBraces = /^like\s/i
/** Matches a string in Python or C# with values in braces. */
const codeString = /(?<![\p{L}\p{N}])[f$]["'][^"'\n]*\{/u
/** Matches the names of HTML elements. Such a tag isn't a placeholder, even if the text has no end tag for it. */
const elements =
  /^(?:a|abbr|address|article|aside|audio|b|base|body|br|button|canvas|code|div|em|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|label|li|link|main|meta|nav|ol|option|p|pre|script|section|select|span|strong|style|summary|su[bp]|svg|table|tbody|td|textarea|th|thead|time|title|tr|u|ul|video|wbr)$/i
/** A text with more different candidates than this probably explains a format, and isn't a template. */
const candidatesMax = 20
/** If a text has more placeholders than this, none of them is sure. */
const fillableMax = 12
/** How many characters before a candidate are examined. */
const contextLength = 60

/**
 * Finds the placeholders of a text, each once, in the order of their first use. Ignores code such as `${error.message}`,
 * links, arrays, type arguments, and elements of HTML or XML. Takes linear time.
 */
export function findPlaceholders(content: string): Placeholder[] {
  const byText = new Map<string, Placeholder & { at: number }>()
  const add = (match: RegExpExecArray, isSure: boolean) => {
    const [written, inside = written] = match
    const known = byText.get(written)
    if (known) {
      known.count++
      known.isSure ||= isSure
    } else byText.set(written, { written, name: plainName(inside), count: 1, isSure, at: match.index })
  }
  for (const match of content.matchAll(foreignVariable)) add(match, false)
  for (const match of content.matchAll(square))
    if (/\p{L}{2}/u.test(match[1] ?? '')) add(match, leavesNoDoubt(content, match))
  for (const match of namesInBraces(content)) add(match, true)
  const endTags = new Set(Array.from(content.matchAll(/<\/\s*([\p{L}\p{N}_:-]+)/gu), ([, name]) => name))
  for (const match of content.matchAll(angle)) {
    const inside = match[1] ?? ''
    const element = inside.split(/\s/, 1)[0] as string
    if (endTags.has(element) || (element === inside.trim() && elements.test(element))) continue
    if (isNameable(inside)) add(match, leavesNoDoubt(content, match) && !isCodeName(inside))
  }
  for (const match of content.matchAll(round)) {
    const before = lineBefore(content, match.index)
    if (beginsField.test(before) || needsNoun.test(before)) add(match, true)
  }
  for (const match of explainedWords(content)) add(match, true)
  const all = [...byText.values()].filter(({ name }) => name !== '').sort((a, b) => a.at - b.at)
  if (all.length > candidatesMax) return []
  return all.map(({ at: _, ...placeholder }) => ({
    ...placeholder,
    isSure: placeholder.isSure && all.length <= fillableMax,
  }))
}

/** Splits content into text, variables, and the placeholders that readers can fill in. */
export function fillableSegments(content: string): Segment[] {
  return segmentsWith(content, fillablePlaceholders(content))
}

/** Returns the placeholders of a text that readers can fill in. */
export function fillablePlaceholders(content: string): { written: string; name: string }[] {
  return findPlaceholders(content).flatMap(({ written, name, isSure }) => (isSure ? [{ written, name }] : []))
}

/** Converts placeholders to variables: `[TOPIC]` becomes `{{topic}}`, and `${x:1}` becomes `{{x:1}}`. */
export function convertPlaceholders(content: string, placeholders: Placeholder[]): string {
  return placeholders.reduce((text, { written, name }) => {
    const defaultPart = /^\$\{[^:]*(:[^{}]*)\}$/.exec(written)?.[1] ?? ''
    return text.replaceAll(occurrencesOf(written), () => `{{${name}${defaultPart}}}`)
  }, content)
}

/**
 * Returns the names in single braces in a text: all of them if one is clearly for the reader to fill in, otherwise none.
 */
function namesInBraces(content: string): RegExpExecArray[] {
  if (codeString.test(content)) return []
  const names = [...content.matchAll(curly)].filter(
    ({ 1: inside = '' }) => isNameable(inside) && !isCodeName(inside) && !showsBraces.test(inside),
  )
  return names.some((match) => leavesNoDoubt(content, match)) ? names : []
}

/** Matches a line that says what a word stands for, such as `Product="{{product}}"`. */
const explanation =
  /^[ \t"“*-]{0,8}(\p{L}[\p{L}_ ]{2,38}\p{L})["”*]{0,3} ?[:=] ?["“*]{0,3}\{\{ ?([^{}:\n]{1,40}?) ?\}\}/gmu

/** Finds words in capitals within a sentence, such as PRODUCT, that a line explains with a variable of the same name. */
function explainedWords(content: string): RegExpExecArray[] {
  const words = Array.from(content.matchAll(explanation), ([, label = '', name = '']) => ({ label, name }))
  return words.slice(0, candidatesMax).flatMap(({ label, name }) => {
    const written = name.toUpperCase()
    if (label.toUpperCase() !== written || name === written || written.length < 4) return []
    // Next to a word in lower case, a word in capitals is neither a heading nor a label.
    return [...content.matchAll(new RegExp(occurrencesOf(written), 'gu'))].filter(
      ({ index }) =>
        /\p{Ll}[,;]? $/u.test(content.slice(Math.max(0, index - 3), index)) ||
        /^ \p{Ll}/u.test(content.slice(index + written.length, index + written.length + 2)),
    )
  })
}

/** Tells whether the words of a placeholder, or its sentence, leave no doubt that the reader should fill it in. */
function leavesNoDoubt(content: string, { 0: written, 1: inside = '', index }: RegExpExecArray): boolean {
  const before = lineBefore(content, index)
  const isInCode = before.split('`').length % 2 === 0
  if (isInCode || dateFormat.test(inside) || !isNameable(inside) || /(?:^|\s)\p{Lu}(?:\s|$)/u.test(inside)) return false
  if (asksReader.test(inside) || asksInCapitals.test(inside)) return true
  const isCapitals = inside === inside.toUpperCase() && inside !== inside.toLowerCase()
  // Readers don't fill in a list of choices, or a value that the model should find.
  const words = isCapitals ? inside.replace(/^([^:]+):/, '$1') : inside
  if (!/^[\p{L}][\p{L}\p{N}_\-'’/& ]{2,39}$/u.test(words.trim())) return false
  const after = content.slice(index + written.length, index + written.length + 10)
  if (/^\s*(?:tags?|elements?|blocks?|placeholders?)\b/i.test(after)) return false
  // Capitals in the middle of a sentence are neither a heading nor a label.
  return needsNoun.test(before) || (isCapitals && /\p{Ll}{2} $/u.test(before))
}

function lineBefore(content: string, index: number): string {
  const near = content.slice(Math.max(0, index - contextLength), index)
  return near.slice(near.lastIndexOf('\n') + 1)
}

/** Tells whether the text in a placeholder looks like the name of a component, class or type, such as `Suspense`. */
function isCodeName(inside: string): boolean {
  return /^[\p{Lu}][\p{L}\p{N}]*$/u.test(inside.trim()) && inside !== inside.toUpperCase()
}

/** Tells whether the text in a placeholder can become a name. Addresses and code can't. */
function isNameable(inside: string): boolean {
  return /\p{L}{2}/u.test(inside) && !/https?:|\w\.\w{2}|[;@#]/.test(inside)
}

/** Converts the text in a placeholder to a name, without “insert”, “your” and “here”, and without an example. */
function plainName(inside: string): string {
  const subject = inside
    .replace(/(?:,\s*\be\.g|(?<!\s)\s*\be\.g|[:;(]).*/su, '')
    .replace(/^(?:insert|paste|enter|describe|specify|type|put|add|your|the|an?|\s)+\s/iu, '')
    .replace(/(?<!\s)\s+here$/iu, '')
  const words = cutText(withAllowedCharacters(subject).replace(/^[^\p{L}_]+/u, ''), nameMax).trim()
  if (words.length < 2) return ''
  if (words === words.toUpperCase()) return words.toLowerCase()
  return words.replace(/(?<!\p{L})\p{Lu}\p{Ll}+(?!\p{L})/gu, (word) => word.toLowerCase())
}
