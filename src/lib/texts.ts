import { currentLanguage } from './language.ts'
import { directionOf } from './languages.ts'
import { formatNumber } from './numbers.ts'

/** The names in braces in a text: `'{name}'` has `name`. */
export type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** The values for the names in a text. `context` tells translators apart two texts with the same English words. */
type Values<Names extends string> = [Names] extends [never]
  ? [values?: { context: string }]
  : [values: Record<Names, string | number> & { context?: string }]

/** A text of a constant. It isn’t a string for TypeScript, so that only `translate` can show it. */
export type Message = { readonly isMessage: true }

/**
 * The text in the reader's language, with its values: `t('By {name}', { name })`. The first argument is a literal, so
 * that it can be found and translated (docs/languages.md). Numbers are written as the language does.
 */
export function t<const Text extends string>(text: Text, ...[values]: Values<NamesIn<Text>>): string {
  return fillIn(textInLanguage(text, values?.context), values)
}

/** The right form of a text for a number, which is `{count}` in it. `one` and `other` are literals, as in `t`. */
export function plural<const Text extends string>(
  count: number,
  one: string,
  other: Text,
  ...[values]: Values<Exclude<NamesIn<Text>, 'count'>>
): string {
  return fillIn(pluralInLanguage(count, one, other, values?.context), { count, ...values })
}

/** Marks the text of a constant for translation. Show it by `translate`. */
export function msg(text: string, options?: { context: string }): Message {
  return (options ? textKey(text, options) : text) as unknown as Message
}

/** The text of a constant (`msg`) in the reader's language. */
export function translate(message: Message, values?: Record<string, string | number>): string {
  const key = message as unknown as string
  const text = currentLanguage().find?.(key) ?? key.slice(key.indexOf(contextSeparator) + 1)
  return fillIn(text, values)
}

/**
 * A text of ours that was stored in English (`storedText`), in the reader's language. Other texts, such as those that people
 * wrote, stay as they are. Only for the server, which has the catalogues.
 */
export function translateStored(text: string): string {
  return textInLanguage(text)
}

/** Marks a text that is stored in English, for `translateStored`. */
export function storedText(text: string): string {
  return text
}

/** Between the forms of a plural, and between its English forms in its key. */
export const formSeparator = '\t'
/** Between context and text in a key. */
export const contextSeparator = '\f'

/** Under which key catalogues have a text. `other`: its plural. */
export function textKey(text: string, { other, context }: { other?: string; context?: string } = {}): string {
  const forms = other === undefined ? text : `${text}${formSeparator}${other}`
  return context === undefined ? forms : `${context}${contextSeparator}${forms}`
}

/** A text in the reader's language, with its names in braces. */
export function textInLanguage(text: string, context?: string): string {
  const { find } = currentLanguage()
  return find?.(textKey(text, { context })) ?? text
}

/** The right form of a text in the reader's language, with its names in braces. */
export function pluralInLanguage(count: number, one: string, other: string, context?: string): string {
  const { tag, find } = currentLanguage()
  const packed = find?.(textKey(one, { other, context })) ?? (other === '' ? one : undefined)
  if (packed === undefined) return count === 1 ? one : other
  const forms = packed.split(formSeparator)
  // English avoids `Intl`, whose first use delays the page.
  const index = tag === 'en' ? Number(count !== 1) : formIndex(tag, count)
  return forms[index] ?? forms.at(-1) ?? other
}

const rulesOf = new Map<string, { rules: Intl.PluralRules; categories: string[] }>()
const categoryOrder = ['zero', 'one', 'two', 'few', 'many', 'other']

/** The plural categories of a language (CLDR), in the order of a catalogue's forms. */
export function pluralCategories(tag: string): string[] {
  return pluralRules(tag).categories
}

function formIndex(tag: string, count: number): number {
  const { rules, categories } = pluralRules(tag)
  return categories.indexOf(rules.select(count))
}

function pluralRules(tag: string) {
  let known = rulesOf.get(tag)
  if (!known) {
    const rules = new Intl.PluralRules(tag)
    const { pluralCategories } = rules.resolvedOptions()
    known = { rules, categories: categoryOrder.filter((name) => (pluralCategories as string[]).includes(name)) }
    rulesOf.set(tag, known)
  }
  return known
}

function fillIn(text: string, values?: Record<string, string | number | undefined>): string {
  if (!values) return text
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    if (typeof value === 'number') return formatNumber(value)
    return value === undefined ? whole : isolated(value)
  })
}

/**
 * A value in a text from right to left, between Unicode's isolates, so that `a, b` doesn't become `b, a`. Addresses stay
 * as they are, because programs read them.
 */
export function isolated(value: string): string {
  const needed = directionOf(currentLanguage().tag) === 'rtl' && value !== '' && !value.includes('://')
  return needed ? `\u2068${value}\u2069` : value
}
