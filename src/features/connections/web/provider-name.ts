import { siteFacts } from '#client/site-facts.ts'
import { nameOfProvider, type Provider } from '#features/connections/rules.ts'

/** Returns the name of a provider as this site shows it. */
export function providerName(provider: Provider): string {
  return nameOfProvider(provider, siteFacts().ownProvider)
}
