import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { AppError } from '#platform/errors.ts'
import type { Log } from '#platform/log-fields.ts'
import { nameOfProvider, type Provider, providers } from '../rules.ts'

/** The credentials that the operator got from a provider. */
export type ProviderKeys = { clientId: string; clientSecret: string }

/** The settings of the operator's OpenID provider, without its keys. */
export type OidcSettings = {
  issuer: string
  /** The provider's name on the sign-in button. */
  name: string
  /** The claim that lists a person's groups, in the identity token or the user info. */
  groupsClaim: string
  /** The groups that make a person admin or moderator. A role without a group is never given or withdrawn. */
  groups: { admin?: string; moderator?: string }
  /** Whether email addresses count as confirmed unless the provider says otherwise. */
  trustsEmails: boolean
}

/** The settings of all providers. In tests, `testUrl` is the URL of a fake provider that replaces GitHub and Google. */
export type OauthSettings = {
  keys: Partial<Record<Provider, ProviderKeys>>
  oidc?: OidcSettings
  testUrl?: string
}

/**
 * Hooks for claiming a credited name by a login at GitHub. The composition root connects them to the feature that
 * handles claims.
 */
export type ClaimHooks = {
  /** Throws AppError not_found, forbidden or conflict if the member can't claim the name. */
  check: (member: Member, name: string) => Promise<unknown>
  /** Claims the name for the member whose GitHub username (`login`) GitHub has just confirmed. */
  prove: (member: Member, claim: { name: string; login: string }) => Promise<void>
}

export type ConnectionContext = Accounts & { oauth: OauthSettings; claims: ClaimHooks; log: Pick<Log, 'warn'> }

/** Returns the configured providers, starting with the operator's own, or undefined if there are none. */
export function configuredProviders({ keys }: OauthSettings): Provider[] | undefined {
  const providersWithKeys = providers.filter((provider) => keys[provider])
  return providersWithKeys.length > 0
    ? providersWithKeys.toSorted((a, b) => Number(b === 'oidc') - Number(a === 'oidc'))
    : undefined
}

/** Returns the keys of a provider. Throws AppError not_found if it isn't configured. */
export function getKeysOrThrow({ oauth }: ConnectionContext, provider: Provider): ProviderKeys {
  const keys = oauth.keys[provider]
  if (!keys)
    throw new AppError(
      'not_found',
      t('You can’t sign in with {provider} on this site.', { provider: nameIn(oauth, provider) }),
    )
  return keys
}

/** Returns the name of a provider as this site shows it. */
export function nameIn({ oidc }: OauthSettings, provider: Provider): string {
  return nameOfProvider(provider, oidc?.name)
}
