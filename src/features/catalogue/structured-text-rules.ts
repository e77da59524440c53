import { cutText } from '#lib/well-formed.ts'

/** The parts of an image or video prompt that a card shows, each with the JSON keys that contain it, best first. */
const parts: [label: string, ...keys: RegExp[]][] = [
  ['Subject', /^(subject|main_?subject|scene|prompt|description)s?$/i],
  ['Style', /^(style|art_?style|visual_?style|aesthetic|mood|genre|look)s?$/i, /^lighting$/i],
  ['Format', /^(format|aspect_?ratio|ratio|resolution|size|dimensions|duration|camera)s?$/i],
]

/** Keys whose value, if it is a sentence, is enough to say what the prompt is for, best first. */
const sentenceKeys = ['description_short', 'short_description', 'description', 'subject', 'prompt']
/** A text with fewer words is a label and not a sentence. */
const sentenceWordsMin = 4

/** The maximum length of a part's value, in characters. */
const partMax = 110

/** Tells by the beginning of a text whether it is JSON, or was meant to be. */
export function isStructured(text: string): boolean {
  return /^(```\w*\s*)?(?:\{\s*"|\[\s*["{[])/.test(text)
}

/**
 * Returns the sentence in which a JSON object says what it describes. Without such a sentence, returns the parts of
 * `Subject: … Style: … Format: …` that the object has, one per line. Returns null if it has no subject either, or if
 * the text isn't a JSON object.
 */
export function structuredExcerpt(text: string): string | null {
  const value = parseObject(text.replace(/^```\w*\s*/, '').replace(/(?<!\s)\s*```$/, ''))
  if (!value) return null
  const sentence = sentenceOf(value)
  if (sentence) return sentence
  const labeledParts = parts.map(([label, ...keys]) => [label, firstOf(keys, (key) => firstText(value, key))])
  if (!labeledParts[0]?.[1]) return null
  return labeledParts.flatMap(([label, words]) => (words ? [`${label}: ${words}`] : [])).join('\n')
}

/** Returns the sentence of an object. If it has none and its only value is an object, returns that one's sentence. */
function sentenceOf(value: object): string | undefined {
  const fields: Record<string, unknown> = { ...value }
  const texts = sentenceKeys.map((key) => fields[key]).filter((text) => typeof text === 'string')
  const sentence = texts.find((text) => text.trim().split(/\s+/).length >= sentenceWordsMin)
  const inner = Object.values(fields)
  return sentence ?? (inner.length === 1 && isObject(inner[0]) ? sentenceOf(inner[0]) : undefined)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the string values of a JSON text, in order, even if the JSON is invalid. */
export function* stringsOf(json: string): Generator<string> {
  for (const [, text = '', end, isKey] of json.matchAll(/"((?:[^"\\]|\\[\s\S])*)(?:(")(\s*:)?|\\?$)/g)) {
    if (end && !isKey) yield text.replace(/\\[nrt]/g, ' ').replace(/\\(["\\/])/g, '$1')
  }
}

function parseObject(text: string): object | null {
  if (!isStructured(text)) return null
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    // The text isn't valid JSON, for example because prose follows the JSON.
    return null
  }
}

function firstOf<Item>(items: Item[], read: (item: Item) => string | null): string | null {
  for (const item of items) {
    const text = read(item)
    if (text) return text
  }
  return null
}

/** Returns the text under the first key that matches. Searches each object before the objects in it. */
function firstText(value: object, keys: RegExp): string | null {
  const entries = Object.entries(value)
  for (const [key, inner] of entries) {
    const words = keys.test(key) ? textOf(inner) : ''
    if (words) return cut(words)
  }
  for (const [, inner] of entries) {
    const words = isObject(inner) ? firstText(inner, keys) : null
    if (words) return words
  }
  return null
}

/** Returns the words of a value on one line: its texts and numbers, one after another, until `partMax` is reached. */
function textOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value).replace(/\s+/g, ' ').trim()
  if (typeof value !== 'object' || value === null) return ''
  let text = ''
  for (const inner of Object.values(value)) {
    const longer = [text.replace(/[.,;]$/, ''), textOf(inner)].filter(Boolean).join(', ')
    if (text && longer.length > partMax) break
    text = longer
  }
  return text
}

function cut(words: string): string {
  return words.length <= partMax ? words : `${cutText(words, partMax).replace(/(?<!\s)\s+\S*$/, '')} …`
}
