import type { Provider } from '#features/connections/rules.ts'
import type { OptionalServices } from '#features/consent/services-rules.ts'
import type { Brand } from './brand-rules.ts'

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
