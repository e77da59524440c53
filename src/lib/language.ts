import type { LanguageTag } from './languages.ts'

/** How a language writes numbers and dates. The server finds it out from CLDR, by `Intl` (describe-language.ts). */
export type LanguageFormat = {
  /** What stands between groups of digits, and before decimals. */
  group: string
  decimal: string
  /** How many digits the group at the end has, and the groups before it. */
  groupSizes: readonly [number, number]
  /** The fewest digits of a number that has groups. */
  groupedDigits: number
  /** The months as dates write them, and short. */
  months: readonly string[]
  shortMonths: readonly string[]
  /** A date with {day}, {month} and {year}, and one without a year. */
  date: string
  shortDate: string
}

/** The language of a page, an email or another text. */
export type Language = {
  tag: LanguageTag
  /** What the addresses of its pages begin with, such as `/de`. Empty for the site's default language. */
  prefix: string
  /** Null for English, whose numbers and dates are written without it. */
  format: LanguageFormat | null
  /** Finds the translation of a text (`textKey`). Only on the server: a browser's scripts have translated texts. */
  find?: (key: string) => string | undefined
}

const english: Language = { tag: 'en', prefix: '', format: null }

/** The server replaces this in the browser's scripts, like all texts, by the language as JSON (translated-files.ts). */
const shipped = '%T.@language.T%'

let ofBrowser: Language | undefined
let source: () => Language = () => {
  ofBrowser ??= shipped.startsWith('{') ? (JSON.parse(shipped) as Language) : english
  return ofBrowser
}

/** Sets where the server finds the language of the page or email that it is writing. Returns where it did before. */
export function setLanguageSource(newSource: () => Language): () => Language {
  const before = source
  source = newSource
  return before
}

/** The address of a page in a language: its path with the prefix. The home page has no slash behind the prefix. */
export function pathInLanguage(path: string, { prefix }: { prefix: string } = currentLanguage()): string {
  return prefix ? prefix + path.replace(/^\/(?=\?|$)/, '') : path
}

/** The address of a feed, a share image or a part of the sitemap in a language. Files have no prefix. */
export function fileInLanguage(path: string, { tag, prefix }: Omit<Language, 'format'> = currentLanguage()): string {
  return prefix ? `${path}${path.includes('?') ? '&' : '?'}lang=${tag}` : path
}

/** The language of what is being written. A browser has one language per document. */
export function currentLanguage(): Language {
  return source()
}
