import type { Provider } from '#features/connections/rules.ts'
import type { OptionalServices } from '#features/consent/services-rules.ts'
import type { Brand } from './brand-rules.ts'

/** The facts about the site that its pages need. */
export type SiteFacts = {
  name: string
  /** The setting PUBLIC_URL, or null if it is unset. */
  origin: string | null
  /** The setting CONTACT_URL, or null if it is unset. */
  contact: string | null
  /** The setting SOURCE_URL. */
  source?: string
  /** The optional services that need consent. Undefined if there are none. */
  services?: OptionalServices
  /** Whether the setting PREFETCH is on. */
  prefetch?: boolean
  /** The other sites with which members can sign in. */
  signInBy?: Provider[]
  /** What the operator calls their OpenID provider. */
  ownProvider?: string
  /** Undefined if anyone may create an account. */
  registration?: 'invite' | 'closed'
  /** The language of the pages. Undefined if it is English. */
  language?: string
  /** Whether the site is for members only. */
  isClosed?: true
  /** Whether members must confirm their email address before they can write anything. */
  confirmsFirst?: true
  /** Whether the site doesn't send email, because SMTP_URL is unset. */
  sendsNoEmail?: true
  /** What the operator's site folder (SITE_DIR) changes. */
  brand?: Brand
}
