import { currentLanguage } from './language.ts'
import { t } from './texts.ts'

const formats = new Map<string, Intl.ListFormat>()

/**
 * Joins texts as the page's language does: with `and` or `or` before the last one (“Claude, GPT and Gemini”), or with commas
 * alone. Leaves out what is no text.
 */
export function formatList(
  items: Iterable<string | false | null | undefined>,
  kind: 'and' | 'or' | 'commas' = 'commas',
): string {
  const texts = [...items].filter((item) => typeof item === 'string')
  if (kind === 'commas') return texts.join(t(', '))
  const { tag } = currentLanguage()
  const key = `${tag} ${kind}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.ListFormat(tag, { type: kind === 'and' ? 'conjunction' : 'disjunction' })
    formats.set(key, format)
  }
  return format.format(texts)
}
