import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { oauthPath } from '../rules.ts'

/** What this feature depends on. */
export type OauthContext = Accounts & {
  /** Whether the site is for members only (ACCESS=members). Then tokens work at every endpoint of the protocol. */
  isClosed?: boolean
  /** Whether apps can't register themselves (OAUTH_REGISTRATION=off). Apps with a document still can connect. */
  refusesRegistration?: boolean
  /** Fetches an app's document. Tests replace it. Unset: the platform's `fetch`. */
  fetchDocument?: typeof fetch
  logError: (error: unknown) => void
}

/** The address of the authorization server, by which clients know it. */
export function issuerOf({ origin }: Pick<OauthContext, 'origin'>): string {
  return `${origin()}${oauthPath}`
}
