import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '#lib/language.ts'
import type { LanguageTag } from '#lib/languages.ts'
import { readCatalogue, translationsOf } from './catalogue-file.ts'
import { describeLanguage } from './describe-language.ts'

const folder = join(import.meta.dirname, '../../languages')

/** Reads the catalogue of a language. English has none: its texts are in the code. */
export function readTranslations(tag: string): Map<string, string> {
  const file = join(folder, `${tag}.po`)
  return existsSync(file) ? translationsOf(readCatalogue(readFileSync(file, 'utf8'))) : new Map()
}

/**
 * Loads the languages of the site. The first is the default, whose addresses have no prefix. `corrections`: the
 * operator's translations by language, which replace ours.
 */
export function loadLanguages(
  tags: readonly LanguageTag[],
  corrections: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(),
): Language[] {
  return tags.map((tag, index) => {
    const texts = new Map([...readTranslations(tag), ...(corrections.get(tag) ?? [])])
    return {
      tag,
      prefix: index === 0 ? '' : `/${tag.toLowerCase()}`,
      format: describeLanguage(tag),
      ...(texts.size > 0 && { find: (key: string) => texts.get(key) }),
    }
  })
}
