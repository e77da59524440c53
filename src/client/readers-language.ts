import { currentLanguage } from '#lib/language.ts'
import { siteFacts } from './site-facts.ts'

/** The language of the page, or undefined on a site with one language, which says nothing of its readers. */
export function readersLanguage(): string | undefined {
  return siteFacts().languages && currentLanguage().tag
}
