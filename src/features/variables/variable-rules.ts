import { t } from '#lib/texts.ts'
import { wordsOf } from './label-rules.ts'

/**
 * A piece of a prompt's content. It is plain text, or a variable written `{{name}}` or `{{name:default}}`. A placeholder
 * such as `[topic]` can also be used as a variable. `written` is then its text in the content.
 */
export type Segment =
  | { kind: 'text'; text: string }
  | { kind: 'variable'; name: string; default: string | null; written?: string }

/** The maximum length of a variable's name. */
export const nameMax = 40
/** Matches a letter or `_`, then up to 39 letters, digits, `_`, `-` or spaces. */
export const namePattern = String.raw`[\p{L}_][\p{L}\p{N}_\- ]{0,${nameMax - 1}}`
/** Matches the start of a web address. `{{https://example.com}}` isn’t a variable “https”. */
export const addressStart = String.raw`(?:https?|ftp|ssh|git|wss?|file):\/\/`
/**
 * How many times a text may use variables. The most in the 879 prompts of a public collection is 33. A page draws each
 * use, so a text that was stored with more of them is plain text wherever it is shown or filled in.
 */
export const usesMax = 500
const variablePattern = new RegExp(String.raw`(\\?)\{\{(?!${addressStart})(${namePattern})(?::([^{}]*))?\}\}`, 'gu')

/**
 * Splits content into segments. The escape `\{{name}}` is the plain text `{{name}}`. Braces that enclose no variable are
 * also plain text, and so is a whole text with more than `usesMax` uses of variables.
 */
export function parsePrompt(content: string): Segment[] {
  // Most texts on cards have no variable, and this check is faster than the pattern.
  if (!content.includes('{{')) return plainText(content)
  const segments: Segment[] = []
  let text = ''
  let end = 0
  let uses = 0
  for (const match of content.matchAll(variablePattern)) {
    text += content.slice(end, match.index)
    end = match.index + match[0].length
    if (match[1]) {
      text += match[0].slice(1)
      continue
    }
    if (++uses > usesMax) return plainText(content)
    if (text) segments.push({ kind: 'text', text })
    text = ''
    segments.push({ kind: 'variable', name: (match[2] as string).trim(), default: match[3] ?? null })
  }
  text += content.slice(end)
  if (text) segments.push({ kind: 'text', text })
  return segments
}

/** Returns each use of a variable in a text, in order, with its offset. */
export function findVariables(
  content: string,
): { name: string; default: string | null; written: string; index: number }[] {
  return [...content.matchAll(variablePattern)].flatMap(
    ({ 0: written, 1: backslash, 2: name = '', 3: value, index }) =>
      backslash ? [] : [{ name: name.trim(), default: value ?? null, written, index }],
  )
}

function plainText(text: string): Segment[] {
  return text ? [{ kind: 'text', text }] : []
}

/** Says in a sentence that a text uses variables too often to be stored. Returns null for other texts. */
export function usesError(content: string): string | null {
  let uses = 0
  for (const match of content.matchAll(variablePattern)) if (!match[1]) uses++
  if (uses <= usesMax) return null
  return t('The text uses blanks {uses} times. Use them at most {usesMax} times.', { uses, usesMax })
}

/** Escapes a text for use as content, so that nothing in it is parsed as a variable. */
export function escapeVariables(text: string): string {
  return text.replace(variablePattern, (match: string) => match.replace('{{', () => '\\{{'))
}

/** Escapes only the variables without a default for whose name `isText` returns true. */
export function escapeVariablesNamed(text: string, isText: (name: string) => boolean): string {
  return text.replace(variablePattern, (match, backslash: string, name: string, value: string | undefined) =>
    backslash || value !== undefined || !isText(name.trim()) ? match : `\\${match}`,
  )
}

/**
 * Splits content like `parsePrompt`, and treats all occurrences of the given placeholders as variables, unless there
 * would be more than `usesMax` uses.
 */
export function segmentsWith(content: string, placeholders: { written: string; name: string }[]): Segment[] {
  const parsed = parsePrompt(content)
  let segments = parsed
  for (const { written, name } of placeholders) {
    segments = segments.flatMap((segment): Segment[] => {
      if (segment.kind === 'variable') return [segment]
      return segment.text
        .split(occurrencesOf(written))
        .flatMap((text, index): Segment[] => [
          ...(index > 0 ? [{ kind: 'variable' as const, name, default: null, written }] : []),
          ...plainText(text),
        ])
    })
    if (segments.filter(({ kind }) => kind === 'variable').length > usesMax) return parsed
  }
  return segments
}

/**
 * Returns what to search for to find a placeholder. A bare word such as PRODUCT counts only as a whole word outside
 * variables.
 */
export function occurrencesOf(written: string): string | RegExp {
  if (!/^[\p{L}\p{N}_\- ]+$/u.test(written)) return written
  return new RegExp(String.raw`(?<![\p{L}\p{N}_{:-])${written}(?![\p{L}\p{N}_}:-])`, 'gu')
}

/** Returns the variables of a text, each once, in the order of their first use. The first default counts. */
export function variablesOf(content: string): { name: string; default: string | null }[] {
  return blanksOf(parsePrompt(content))
}

/** Returns the different defaults, except empty ones, that each variable of a text is written with, by its name. */
export function defaultsOf(content: string): Map<string, string[]> {
  const found = new Map<string, Set<string>>()
  for (const segment of parsePrompt(content)) {
    if (segment.kind === 'text') continue
    const defaults = found.get(segment.name) ?? new Set()
    if (segment.default) defaults.add(segment.default)
    found.set(segment.name, defaults)
  }
  return new Map([...found].map(([name, defaults]) => [name, [...defaults]]))
}

/** Returns the variables among segments, each once, in the order of their first use. The first default counts. */
export function blanksOf(segments: Segment[]): { name: string; default: string | null }[] {
  const found = new Map<string, string | null>()
  for (const segment of segments) {
    if (segment.kind === 'text') continue
    found.set(segment.name, found.get(segment.name) || segment.default)
  }
  return [...found].map(([name, value]) => ({ name, default: value }))
}

/** Replaces each variable with its default, or with its name if it has none, for a text that is only shown. */
export function withoutBraces(content: string): string {
  return parsePrompt(content)
    .map((segment) => (segment.kind === 'text' ? segment.text : segment.default?.trim() || wordsOf(segment.name)))
    .join('')
}

/** Fills in each variable with its value, or else its default. A variable without either stays as it is written. */
export function fillPrompt(segments: Segment[], values: Record<string, string>): string {
  return filledParts(segments, values).join('')
}

/** Returns the parts of a text that `fillPrompt` joins, one for each segment. */
export function filledParts(segments: Segment[], values: Record<string, string>): string[] {
  return segments.map((segment) => {
    if (segment.kind === 'text') return segment.text
    const value = Object.hasOwn(values, segment.name) ? values[segment.name] : ''
    return value || segment.default || asWritten(segment)
  })
}

/** Returns a variable as it is written in the content, but without a default: `{{name}}`, or the placeholder. */
export function asWritten({ name, written }: { name: string; written?: string }): string {
  return written ?? `{{${name}}}`
}

/**
 * Removes apostrophes, and turns other characters that names can't have into spaces. The caller limits the result to the
 * length of a name.
 */
export function withAllowedCharacters(words: string): string {
  return words.replace(/['’]/g, '').replace(/[^\p{L}\p{N}_-]+/gu, ' ')
}

/** Removes the default of a variable from content, wherever the variable is written with one. */
export function withoutDefault(content: string, name: string): string {
  return replaceVariables(content, (variable) => (variable.name === name ? asWritten(variable) : null))
}

/** Replaces each variable that has a default with what `rewrite` returns for it. Null leaves the variable unchanged. */
export function replaceVariables(
  content: string,
  rewrite: (variable: { name: string; default: string }) => string | null,
): string {
  return content.replace(variablePattern, (whole, backslash: string, name: string, value: string | undefined) =>
    backslash || value === undefined ? whole : (rewrite({ name: name.trim(), default: value }) ?? whole),
  )
}
