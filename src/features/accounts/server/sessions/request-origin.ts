import type { Context } from 'hono'
import type { ApiEnv } from '#platform/api.ts'
import type { Accounts } from '../account-hooks.ts'

/**
 * Returns the site's origin as the browser of this request sees it: PUBLIC_URL if it is set, otherwise the host that
 * the request was sent to.
 */
export function originOfRequest({ publicOrigin }: Pick<Accounts, 'publicOrigin'>, c: Context<ApiEnv>): string {
  return publicOrigin ?? `${c.get('isSecure') ? 'https' : 'http'}://${new URL(c.req.url).host}`
}
