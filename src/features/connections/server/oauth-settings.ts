import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import type { Member } from '#server/platform/actor.ts'
import { notFound } from '#server/platform/errors.ts'
import { type Provider, providerNames, providers } from '../rules.ts'

/** The keys that the operator got from a provider. */
export type ProviderKeys = { clientId: string; clientSecret: string }

/** The configured providers. `testUrl`: the provider of the tests, which replaces all others. */
export type OauthSettings = { keys: Partial<Record<Provider, ProviderKeys>>; testUrl?: string }

/** How a login at GitHub claims a credited name. The composition root fills this in from the claims feature. */
export type ClaimHooks = {
  /** Throws not_found or conflict unless the member could claim the name. */
  check: (member: Member, name: string) => Promise<unknown>
  /** Claims the name for the member whose login GitHub has just confirmed. */
  prove: (member: Member, claim: { name: string; login: string }) => Promise<void>
}

export type ConnectionContext = Accounts & { oauth: OauthSettings; claims: ClaimHooks }

/** The configured providers; undefined if there are none. */
export function configuredProviders({ keys }: OauthSettings): Provider[] | undefined {
  const configured = providers.filter((provider) => keys[provider])
  return configured.length > 0 ? configured : undefined
}

/** The keys of a provider. AppError not_found if it isn't configured. */
export function getKeysOrThrow({ oauth }: ConnectionContext, provider: Provider): ProviderKeys {
  const keys = oauth.keys[provider]
  if (!keys) throw notFound(`Signing in with ${providerNames[provider]}`)
  return keys
}
