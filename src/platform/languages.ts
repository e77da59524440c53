import { AsyncLocalStorage } from 'node:async_hooks'
import { currentLanguage, type Language, pathInLanguage, setLanguageSource } from '#lib/language.ts'

const running = new AsyncLocalStorage<Language>()
let enabled: readonly Language[] = [currentLanguage()]

/**
 * Sets the languages of this site at its start, the default one first. What runs outside `inLanguage`, such as jobs, has
 * English texts.
 */
export function setLanguages(languages: readonly Language[]): void {
  enabled = languages
}

/** The languages of this site. The first is its default. */
export function siteLanguages(): readonly Language[] {
  return enabled
}

/** Runs `work`, whose texts are in this language, also after its awaits. Unknown tags mean the site's default language. */
export function inLanguage<Result>(tag: string | null, work: () => Result): Result {
  const language = enabled.find((one) => one.tag === tag) ?? enabled[0]
  return language ? running.run(language, work) : work()
}

/** Runs `work`, whose texts are in English. */
export function inEnglish<Result>(work: () => Result): Result {
  return running.run(fallback, work)
}

const fallback = currentLanguage()
setLanguageSource(() => running.getStore() ?? fallback)

/** The language in which this code runs, for the renderer of pages, which has its own copy of `#lib/language.ts`. */
export const runningLanguage = currentLanguage

/** What may be the tag of a language at the beginning of a path: only a whole segment. */
const firstSegment = /^\/([A-Za-z-]{2,8})(?=[/?]|$)/

/** The language of a path, and the path without its prefix, such as `/de`. The path may have a query. */
export function splitPrefix(path: string): { language: Language; path: string } {
  const segment = firstSegment.exec(path)?.[0]
  const language = segment && enabled.find(({ prefix }) => prefix === segment)
  return language ? { language, path: behind(path, segment) } : { language: enabled[0] ?? fallback, path }
}

/**
 * The right path for one with the tag of a language that isn't its prefix, such as `/en/help` if English is the default,
 * or `/DE/help`. Null for all other paths.
 */
export function pathForTag(path: string): string | null {
  const segment = firstSegment.exec(path)?.[0]
  const language = segment && enabled.find(({ tag }) => `/${tag}`.toLowerCase() === segment.toLowerCase())
  if (!language || language.prefix === segment) return null
  return pathInLanguage(behind(path, segment), language)
}

function behind(path: string, segment: string): string {
  const rest = path.slice(segment.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}
