import type { Context } from 'hono'
import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { originOfRequest } from '#features/accounts/server/request-origin.ts'
import type { ApiEnv } from '#server/platform/api.ts'

/** The site as browsers know it: its name, the host to which passkeys are bound, and the origin that uses them. */
export type PasskeySite = { name: string; host: string; origin: string }

/**
 * Returns the site of a request. A forged Host header matches no passkey, because each is bound to the host where it was
 * created.
 */
export function passkeySite(accounts: Accounts, c: Context<ApiEnv>): PasskeySite {
  const { hostname, origin } = new URL(originOfRequest(accounts, c))
  return { name: accounts.siteName, host: hostname, origin }
}
