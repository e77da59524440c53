import type { Provider } from '#features/connections/rules.ts'
import type { OptionalServices } from '#features/consent/services-rules.ts'
import type { Brand } from '#features/site/brand-rules.ts'

/**
 * The facts about the site for its pages. `origin` (PUBLIC_URL) and `contact` (CONTACT_URL) are null if unset; `source`:
 * SOURCE_URL; `services`: the optional services that need consent, if any; `prefetch`: PREFETCH is on; `signInBy`: the other
 * sites for signing in; `ownProvider`: what the operator calls their OpenID provider; `registration`: unset if everybody may create an account;
 * `language`: of its pages, unless it is English; `isClosed`: the site is for members only; `confirmsFirst`: members act once their address is confirmed; `brand`: what SITE_DIR changes.
 */
export type SiteFacts = {
  name: string
  origin: string | null
  contact: string | null
  source?: string
  services?: OptionalServices
  prefetch?: boolean
  signInBy?: Provider[]
  ownProvider?: string
  registration?: 'invite' | 'closed'
  language?: string
  isClosed?: true
  confirmsFirst?: true
  brand?: Brand
}

let facts: SiteFacts = { name: 'Promptarium', origin: null, contact: null }

/** Sets the facts, once: on the server at start, in the browser from the page. */
export function setSiteFacts(given: SiteFacts): void {
  facts = given
}

export function siteFacts(): SiteFacts {
  return facts
}

/**
 * A path as a full address. Without PUBLIC_URL it stays a path, because pages are the same for everybody, and a path works
 * under any host name.
 */
export function absolute(path: string): string {
  return facts.origin ? new URL(path, facts.origin).href : path
}
