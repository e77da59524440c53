import { randomBytes } from 'node:crypto'
import { confirmPassword } from '#features/accounts/server/confirm-password.ts'
import { lockConfirmedMember } from '#features/accounts/server/lock-user.ts'
import { usesClaims } from '#features/groups/server/follow-claim.ts'
import { t } from '#lib/texts.ts'
import { type Caller, requireMember } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/db.ts'
import { invalidField } from '#platform/errors.ts'
import { type LimitRule, networkOf } from '#platform/limits.ts'
import { oauthFlowMs, type Provider } from '../rules.ts'
import { buildAuthorizeUrl } from './oauth-client.ts'
import type { OauthFlow } from './oauth-flow-cookie.ts'
import { type ConnectionContext, getKeysOrThrow } from './oauth-settings.ts'

/**
 * How many logins at providers one network may start per hour. Each login causes requests to a provider. A login that
 * succeeds doesn't count.
 */
export const oauthFlowsPerNetwork: LimitRule = { name: 'provider-login', points: 60, seconds: 3600 }

type ProviderLogin = { provider: Provider; redirectUri: string; password?: string; claim?: string; invitation?: string }

/**
 * Starts a login at a provider. A login that a member starts connects an account there, which requires the password (and
 * a confirmed address if the site sends email). With `claim`, it proves instead that a credited name is theirs. Returns
 * the URL to open and the flow to store in the cookie. Throws AppError authentication_required, not_found, forbidden,
 * validation_failed (only GitHub proves a claim), conflict, rate_limited, overloaded or provider_unavailable.
 */
export async function startProviderLogin(
  context: ConnectionContext,
  caller: Caller,
  { provider, redirectUri, password = '', claim, invitation }: ProviderLogin,
): Promise<{ url: string; flow: OauthFlow }> {
  const keys = getKeysOrThrow(context, provider)
  const taken = await context.limits.take(oauthFlowsPerNetwork, networkOf(caller.address))
  if (claim !== undefined) {
    if (provider !== 'github')
      throw invalidField('claim', t('Only a GitHub account can prove that a credited name is yours.'))
    await context.claims.check(requireMember(caller), claim)
  } else if (caller.kind === 'user') {
    await inTransaction(context.db, (tx) => lockConfirmedMember(tx, caller, context.sendsEmail))
    await confirmPassword(context, caller, password)
  }
  const { admin, moderator } = context.oauth.oidc?.groups ?? {}
  const usesGroups = provider === 'oidc' && (Boolean(admin || moderator) || (await usesClaims(context.db)))
  const secrets = { state: randomToken(), verifier: randomToken(), nonce: randomToken() }
  const linkTo = caller.kind === 'user' ? caller.id : null
  return {
    url: await buildAuthorizeUrl({ provider, keys, oauth: context.oauth, redirectUri }, secrets, { usesGroups }),
    flow: { provider, ...secrets, linkTo, claim, invitation, taken, until: context.now().getTime() + oauthFlowMs },
  }
}

function randomToken(): string {
  return randomBytes(32).toString('base64url')
}
