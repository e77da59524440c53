import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { notFound } from '#server/platform/errors.ts'
import { type Provider, providerNames, providers } from '../rules.ts'

/** The keys that the operator got from a provider. */
export type ProviderKeys = { clientId: string; clientSecret: string }

/** The configured providers. `testUrl`: the tests' provider, which replaces all of them. */
export type OauthSettings = { keys: Partial<Record<Provider, ProviderKeys>>; testUrl?: string }

export type ConnectionContext = Accounts & { oauth: OauthSettings }

/** The configured providers; undefined if there are none. */
export function offeredProviders({ keys }: OauthSettings): Provider[] | undefined {
  const offered = providers.filter((provider) => keys[provider])
  return offered.length > 0 ? offered : undefined
}

/** The keys of a provider. AppError not_found if it isn't configured. */
export function keysOrThrow({ oauth }: ConnectionContext, provider: Provider): ProviderKeys {
  const keys = oauth.keys[provider]
  if (!keys) throw notFound(`Signing in with ${providerNames[provider]}`)
  return keys
}
