import { completeLogin, type LoginResult } from '#features/accounts/server/complete-login.ts'
import type { Caller } from '#server/platform/actor.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Provider, providerNames } from '../rules.ts'
import { connectAccount } from './connect-account.ts'
import { findConnected } from './connection-queries.ts'
import { type Detour, isSame } from './detour-cookie.ts'
import { readIdentity } from './oauth-client.ts'
import { type ConnectionContext, keysOrThrow } from './oauth-settings.ts'
import { registerByProvider } from './register-by-provider.ts'

type Return = { provider: Provider; redirectUri: string; detour: Detour | null; code: string; state: string }

/**
 * Ends what leaveForProvider began, in the same browser: connects, signs in, or makes an account. An account that is
 * only like it (the same address) is never taken over. Null for `token`: the session that is there goes on.
 * AppError validation_failed, invalid_credentials, second_factor_required, forbidden, email_taken, conflict,
 * rate_limited, provider_unavailable.
 */
export async function returnFromProvider(
  context: ConnectionContext,
  caller: Caller,
  { provider, redirectUri, detour, code, state }: Return,
): Promise<LoginResult | { userId: string; token: null }> {
  const keys = keysOrThrow(context, provider)
  const isOurs = detour && detour.provider === provider && isSame(state, detour.state)
  if (!isOurs || detour.until <= context.now().getTime()) {
    const words = 'This took too long, or began in another browser. Start again.'
    throw new AppError('validation_failed', words, { fields: { state: words } })
  }
  const talk = { provider, keys, testUrl: context.oauth.testUrl, redirectUri }
  const identity = await readIdentity(talk, code, detour.verifier)
  if (detour.linkTo !== null) {
    if (caller.kind !== 'user' || caller.id !== detour.linkTo) {
      throw new AppError('forbidden', 'Somebody else is signed in now. Sign in and start again.')
    }
    await connectAccount(context, caller, provider, identity)
    return { userId: caller.id, token: null }
  }
  const userId = await findConnected(context.db, provider, identity.subject)
  if (userId === undefined) return registerByProvider(context, caller, provider, identity)
  await context.hooks.requireSecondFactor(context, userId)
  return completeLogin(context, caller, userId, async (tx) => {
    if ((await findConnected(tx, provider, identity.subject)) !== userId) throw endedMeanwhile(provider)
    return provider
  })
}

function endedMeanwhile(provider: Provider): AppError {
  return new AppError('invalid_credentials', `${providerNames[provider]} is no longer connected here. Start again.`)
}
