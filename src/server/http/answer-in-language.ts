import type { MiddlewareHandler } from 'hono'
import { findPreferred } from '#lib/preferred-language.ts'
import type { ApiEnv } from '#platform/api.ts'
import { inLanguage, siteLanguages } from '#platform/languages.ts'
import { isInProcess } from './client-address.ts'

/** How many languages of an Accept-Language header are read. Browsers send fewer. */
const entriesMax = 20

/**
 * Answers in the language that the request prefers, or else in the site's default language: pages send that of their
 * document. While a page is rendered, its requests are answered in its own language.
 */
export const answerInLanguage: MiddlewareHandler<ApiEnv> = (c, next) => {
  if (isInProcess(c)) return next()
  return inLanguage(preferredLanguage(c.req.header('accept-language') ?? ''), next)
}

/** The first language of the site that an Accept-Language header names, or null. */
export function preferredLanguage(header: string): string | null {
  const wishes = header
    .split(',', entriesMax)
    .map((entry, index) => {
      const [tag = '', weight] = entry.split(/;\s*q=/)
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight), index }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
    .map(({ tag }) => tag)
  return findPreferred(
    wishes,
    siteLanguages().map(({ tag }) => tag),
  )
}
