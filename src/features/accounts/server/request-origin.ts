import type { Context } from 'hono'
import type { ApiEnv } from '#server/platform/api.ts'
import type { Accounts } from './account-hooks.ts'

/** The site's origin as this request's browser sees it: PUBLIC_URL, else what the request itself was sent to. */
export function originOfRequest({ publicOrigin }: Pick<Accounts, 'publicOrigin'>, c: Context<ApiEnv>): string {
  return publicOrigin ?? `${c.get('secure') ? 'https' : 'http'}://${new URL(c.req.url).host}`
}
