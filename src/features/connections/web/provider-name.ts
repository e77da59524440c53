import { nameOfProvider, type Provider } from '#features/connections/rules.ts'
import { siteFacts } from '#web/site-facts.ts'

/** Returns the name of a provider as this site shows it. */
export function providerName(provider: Provider): string {
  return nameOfProvider(provider, siteFacts().ownProvider)
}
