import { randomBytes } from 'node:crypto'
import { confirmPassword } from '#features/accounts/server/confirm-password.ts'
import { lockConfirmedMember } from '#features/accounts/server/lock-user.ts'
import type { Caller } from '#server/platform/actor.ts'
import { inTransaction } from '#server/platform/db.ts'
import { networkOf } from '#server/platform/limits.ts'
import { detourMs, type Provider } from '../rules.ts'
import { leaveOfNetwork } from './connection-limits.ts'
import type { Detour } from './detour-cookie.ts'
import { authorizeUrl } from './oauth-client.ts'
import { type ConnectionContext, keysOrThrow } from './oauth-settings.ts'

type Way = { provider: Provider; redirectUri: string; password?: string }

/**
 * Begins to sign in by a provider; for who is signed in, to connect the account there: that takes the password and a
 * confirmed address. Answers where to go and what to carry. AppError not_found, forbidden, rate_limited.
 */
export async function leaveForProvider(
  context: ConnectionContext,
  caller: Caller,
  { provider, redirectUri, password = '' }: Way,
): Promise<{ url: string; detour: Detour }> {
  const keys = keysOrThrow(context, provider)
  await context.limits.take(leaveOfNetwork, networkOf(caller.address))
  if (caller.kind === 'user') {
    await inTransaction(context.db, (tx) => lockConfirmedMember(tx, caller, context.sendsEmail))
    await confirmPassword(context, caller, password)
  }
  const [state, verifier] = [secret(), secret()]
  const linkTo = caller.kind === 'user' ? caller.id : null
  return {
    url: await authorizeUrl({ provider, keys, testUrl: context.oauth.testUrl, redirectUri }, { state, verifier }),
    detour: { provider, state, verifier, linkTo, until: context.now().getTime() + detourMs },
  }
}

function secret(): string {
  return randomBytes(32).toString('base64url')
}
