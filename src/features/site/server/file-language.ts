import type { Context, Next } from 'hono'
import type { ApiEnv } from '#platform/api.ts'
import { inLanguage } from '#platform/languages.ts'

/** Writes a feed, a share image or a part of the sitemap in the language that its address names (`fileInLanguage`). */
export function inFileLanguage(c: Context<ApiEnv>, next: Next): Promise<void> {
  return inLanguage(c.req.query('lang') ?? null, next)
}
