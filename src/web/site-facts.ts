import type { Provider } from '#features/connections/rules.ts'
import type { OptionalServices } from '#features/consent/services-rules.ts'

/**
 * What pages say of the site itself. `origin` (PUBLIC_URL) and `contact` (CONTACT_URL) are null where unset; `services`
 * is what a visitor may consent to, where the operator has set any up; `prefetch`: PREFETCH is on; `signInBy`: the other
 * sites that sign in here.
 */
export type SiteFacts = {
  name: string
  origin: string | null
  contact: string | null
  services?: OptionalServices
  prefetch?: boolean
  signInBy?: Provider[]
}

let facts: SiteFacts = { name: 'Promptarium', origin: null, contact: null }

/** Set once by the server at start, and in the browser by what the server sent along. */
export function setSiteFacts(given: SiteFacts): void {
  facts = given
}

export function siteFacts(): SiteFacts {
  return facts
}

/**
 * A path as a full address. Without PUBLIC_URL it stays a path: pages are the same bytes for everybody, and a path is
 * right under whatever name they are read.
 */
export function absolute(path: string): string {
  return facts.origin ? new URL(path, facts.origin).href : path
}
