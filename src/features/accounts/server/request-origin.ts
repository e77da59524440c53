import type { Context } from 'hono'
import type { ApiEnv } from '#server/platform/api.ts'
import type { Accounts } from './account-hooks.ts'

/**
 * The site's origin as the browser of this request sees it: PUBLIC_URL, or else the host that the request was sent to.
 */
export function originOfRequest({ publicOrigin }: Pick<Accounts, 'publicOrigin'>, c: Context<ApiEnv>): string {
  return publicOrigin ?? `${c.get('secure') ? 'https' : 'http'}://${new URL(c.req.url).host}`
}
