import type { Prove } from '#features/accounts/server/account-hooks.ts'
import { completeLogin, type LoginResult } from '#features/accounts/server/complete-login.ts'
import { t } from '#lib/texts.ts'
import type { Caller } from '#platform/actor.ts'
import { AppError } from '#platform/errors.ts'
import type { Provider } from '../rules.ts'
import { applyProviderGroups } from './apply-provider-groups.ts'
import { connectAccount } from './connect-account.ts'
import { findConnectedUserId } from './connection-queries.ts'
import { readIdentity } from './oauth-client.ts'
import { equalsInConstantTime, type OauthFlow } from './oauth-flow-cookie.ts'
import { type ConnectionContext, getKeysOrThrow, nameIn } from './oauth-settings.ts'
import { registerByProvider } from './register-by-provider.ts'

/** A user's return from a provider. `iss` is the issuer that it names, and `flow` comes from this site's cookie. */
type ProviderReturn = {
  provider: Provider
  redirectUri: string
  flow: OauthFlow | null
  code: string
  state: string
  iss?: string
}

/**
 * Finishes in the same browser what `startProviderLogin` began: connects, claims, signs in, or creates an account.
 * Never takes over an account that merely has the same address. `token` is null if the current session continues.
 * Throws AppError not_found, authentication_required, validation_failed, invalid_credentials, second_factor_required,
 * forbidden, email_taken, username_taken, conflict, rate_limited or provider_unavailable.
 */
export async function finishProviderLogin(
  context: ConnectionContext,
  caller: Caller,
  { provider, redirectUri, flow, code, state, iss }: ProviderReturn,
): Promise<LoginResult | { userId: string; token: null }> {
  const keys = getKeysOrThrow(context, provider)
  const isSameFlow = flow && flow.provider === provider && equalsInConstantTime(state, flow.state)
  if (!isSameFlow || flow.until <= context.now().getTime()) {
    const message = t('The sign-in took too long, or began in another browser. Start again.')
    throw new AppError('validation_failed', message, { fields: { state: message } })
  }
  const identity = await readIdentity({ provider, keys, oauth: context.oauth, redirectUri }, { code, iss }, flow)
  // A signed-in member started the flow, to connect an account or claim a name.
  if (flow.linkTo !== null) {
    if (caller.kind !== 'user' || caller.id !== flow.linkTo) {
      throw new AppError(
        'forbidden',
        t('You aren’t signed in to the account that started this. Sign in and start again.'),
      )
    }
    if (flow.claim === undefined) await connectAccount(context, caller, provider, identity)
    else await context.claims.prove(caller, { name: flow.claim, login: identity.name })
    return { userId: caller.id, token: null }
  }
  const userId = await findConnectedUserId(context.db, provider, identity.subject)
  const giveBack = async () => flow.taken && context.limits.giveBack(flow.taken)
  if (userId === undefined) {
    const { invitation, language } = flow
    const login = await registerByProvider(context, caller, { provider, identity, invitation, language })
    await giveBack()
    return login
  }
  await giveBack()
  // Runs before the second factor, because what the provider withdrew must end even if no code is entered.
  await applyProviderGroups(context, userId, identity)
  const prove: Prove = async (tx) => {
    if ((await findConnectedUserId(tx, provider, identity.subject)) !== userId)
      throw disconnectedError(nameIn(context.oauth, provider))
    return provider
  }
  await context.hooks.requireSecondFactor(context, userId, prove)
  return completeLogin(context, caller, userId, prove)
}

function disconnectedError(providerName: string): AppError {
  return new AppError(
    'invalid_credentials',
    t('{providerName} is no longer connected here. Start again.', { providerName }),
  )
}
