import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import type { ApiEnv } from '#platform/api.ts'
import { inLanguage, siteLanguages } from '#platform/languages.ts'

/** How many languages of an Accept-Language header are read. Browsers send fewer. */
const entriesMax = 20

/**
 * Answers in the language that the request prefers, or else in the site's default language: pages send that of their
 * document. While a page is rendered, its requests are answered in its own language.
 */
export const answerInLanguage: MiddlewareHandler<ApiEnv> = (c, next) => {
  const isPage = (c.env as Partial<HttpBindings> | undefined)?.incoming === undefined
  if (isPage) return next()
  return inLanguage(preferredLanguage(c.req.header('accept-language') ?? ''), next)
}

/** The first language of the site that an Accept-Language header names, or null. `zh` means any Chinese, such as zh-CN. */
export function preferredLanguage(header: string): string | null {
  const tags = siteLanguages().map(({ tag }) => tag)
  const preferred = header
    .split(',', entriesMax)
    .map((entry, index) => {
      const [tag = '', weight] = entry.split(/;\s*q=/)
      return { tag: tag.trim().toLowerCase(), weight: weight === undefined ? 1 : Number(weight), index }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
  const base = (tag: string) => tag.toLowerCase().split('-')[0]
  for (const { tag } of preferred) {
    const found = tags.find((one) => one.toLowerCase() === tag) ?? tags.find((one) => base(one) === base(tag))
    if (found) return found
  }
  return null
}
