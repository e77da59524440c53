import type { Context } from 'hono'
import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { originOfRequest } from '#features/accounts/server/sessions/request-origin.ts'
import type { ApiEnv } from '#platform/api.ts'

/** The site as browsers know it: its name, the host to which its passkeys are bound, and its origin. */
export type PasskeySite = { name: string; host: string; origin: string }

/**
 * Returns the site that a request was sent to. If its Host header is forged, no passkey matches, because each is bound
 * to the host where it was created.
 */
export function passkeySite(accounts: Accounts, c: Context<ApiEnv>): PasskeySite {
  const { hostname, origin } = new URL(originOfRequest(accounts, c))
  return { name: accounts.siteName, host: hostname, origin }
}
