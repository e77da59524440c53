import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { notFound } from '#server/platform/errors.ts'
import { type Provider, providerNames, providers } from '../rules.ts'

/** What the operator got from a provider. */
export type ProviderKeys = { clientId: string; clientSecret: string }

/** The providers that are set up. `testUrl`: where a provider of the tests stands in for all of them. */
export type OauthSettings = { keys: Partial<Record<Provider, ProviderKeys>>; testUrl?: string }

/** What the verbs of this feature work with. */
export type ConnectionContext = Accounts & { oauth: OauthSettings }

/** The providers that are set up; undefined where none is. */
export function offeredProviders({ keys }: OauthSettings): Provider[] | undefined {
  const offered = providers.filter((provider) => keys[provider])
  return offered.length > 0 ? offered : undefined
}

/** The keys of a provider; AppError not_found where it isn't set up. */
export function keysOrThrow({ oauth }: ConnectionContext, provider: Provider): ProviderKeys {
  const keys = oauth.keys[provider]
  if (!keys) throw notFound(`Signing in by ${providerNames[provider]}`)
  return keys
}
