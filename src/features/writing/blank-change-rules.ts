import type { Variable } from '#features/variables/contract.ts'
import { hasOptions, type VariableKind } from '#features/variables/variable-kind-rules.ts'
import { findVariables, nameMax, variablesOf } from '#features/variables/variable-rules.ts'
import { t } from '#lib/texts.ts'

/** A prompt's text and the descriptions of its blanks. */
export type TextWithBlanks = { content: string; variables: Variable[] }

/** The name of a new blank until the author types another one. */
const initialName = 'name'

/** Returns a blank as it is written in a text, such as `{{city}}` or `{{city:Lisbon}}`. */
export function writtenBlank(name: string, defaultText: string | null): string {
  return defaultText === null ? `{{${name}}}` : `{{${name}:${defaultText}}}`
}

/**
 * Replaces the text from `start` to `end` with a new blank, whose default is `defaultText` (if any) without braces.
 * Returns the new text, and the index of the blank among all uses of blanks in it.
 */
export function withBlank(content: string, start: number, end: number, defaultText = ''): [string, index: number] {
  const before = content.slice(0, start)
  const plainDefault = defaultText.replaceAll(/[{}]/g, '').trim()
  const blank = writtenBlank(unusedName(content), plainDefault || null)
  return [before + blank + content.slice(end), findVariables(before).length]
}

/** Returns `name` or, if the text has that blank, `name 2` and so on. */
function unusedName(content: string): string {
  const names = new Set(findVariables(content).map(({ name }) => name))
  let name = initialName
  for (let number = 2; names.has(name); number++) name = `${initialName} ${number}`
  return name
}

/** Says in a sentence why a blank can't have a name. Returns null for a valid name. */
export function nameError(name: string): string | null {
  const [blank] = findVariables(writtenBlank(name, null))
  if (blank?.name === name) return null
  if (name === '') return t('Give the blank a name.')
  if (name.length > nameMax) return t('Use at most {nameMax} characters.', { nameMax })
  return t('Use letters, digits, spaces, _ and -, with a letter first.')
}

/**
 * Renames a blank wherever the text uses it. Its description follows, unless the text has a blank with the new name,
 * which then keeps its own.
 */
export function renameBlank({ content, variables }: TextWithBlanks, name: string, next: string): TextWithBlanks {
  const isKnown = variables.some((variable) => variable.name === next)
  return {
    content: rewriteUses(content, (use) => (use.name === name ? writtenBlank(next, use.default) : null)),
    variables: variables.flatMap((variable) =>
      variable.name !== name ? [variable] : isKnown ? [] : [{ ...variable, name: next }],
    ),
  }
}

/** Writes the default of a blank into its first use, and removes it from the others. */
export function withDefault(content: string, name: string, defaultText: string): string {
  const plainDefault = defaultText.replaceAll(/[{}]/g, '')
  let isFirst = true
  return rewriteUses(content, (use) => {
    if (use.name !== name) return null
    const written = writtenBlank(name, (isFirst && plainDefault) || null)
    isFirst = false
    return written
  })
}

/** Replaces each use of a blank with what `rewrite` returns for it. Null leaves the use unchanged. */
function rewriteUses(
  content: string,
  rewrite: (use: { name: string; default: string | null }) => string | null,
): string {
  const pieces: string[] = []
  let end = 0
  for (const { index, written, ...use } of findVariables(content)) {
    pieces.push(content.slice(end, index), rewrite(use) ?? written)
    end = index + written.length
  }
  return pieces.join('') + content.slice(end)
}

/** Returns the description of a blank, with its default even if the text has it. */
export function describedBlank({ content, variables }: TextWithBlanks, name: string): Variable {
  const inText = variablesOf(content).find((blank) => blank.name === name)?.default
  const listed = variables.find((variable) => variable.name === name)
  return { name, ...listed, default: inText || (listed?.default ?? null) }
}

/**
 * Changes the description of a blank. A default that the text states stays there until it is changed. Then a blank with
 * a kind has it in the list, and any other one in the text. A text without label, help and so on needs no description.
 */
export function withDescription(text: TextWithBlanks, { name, kind, ...change }: Variable): TextWithBlanks {
  const { default: defaultText, ...details } = change
  const isDescribed = Object.values(details).some((value) => value !== undefined && value !== false)
  const nextKind = isText(kind) && kind !== 'long-text' ? (isDescribed ? 'text' : undefined) : kind
  const others = text.variables.filter((variable) => variable.name !== name)
  const inText = variablesOf(text.content).find((blank) => blank.name === name)?.default || null
  const isInText = defaultText === inText
  const content = isInText ? text.content : withDefault(text.content, name, nextKind ? '' : (defaultText ?? ''))
  if (nextKind === undefined) return { content, variables: others }
  const listedDefault = isInText ? null : defaultText
  return { content, variables: [...others, { name, kind: nextKind, ...details, default: listedDefault }] }
}

/**
 * Changes the kind of a blank. Drops what the new kind doesn't have, such as options. Keeps a default only from text to
 * text, or as the first option.
 */
export function withKind(blank: Variable, kind: VariableKind): Variable {
  const { name, label, help, required, min, max, options, default: defaultText } = blank
  const firstOption = isText(blank.kind) && defaultText && !defaultText.includes(',') ? [defaultText] : []
  return {
    name,
    kind,
    label,
    help,
    required,
    default: isText(blank.kind) && (isText(kind) || hasOptions(kind)) ? defaultText : null,
    ...(kind === 'number' && { min, max }),
    ...(hasOptions(kind) && { options: options ?? firstOption }),
  }
}

function isText(kind: VariableKind | undefined): boolean {
  return kind === undefined || kind === 'text' || kind === 'long-text'
}
