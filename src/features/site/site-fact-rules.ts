import type { Provider } from '#features/connections/rules.ts'
import type { OptionalServices } from '#features/consent/services-rules.ts'
import type { Brand } from './brand-rules.ts'

/** The facts about the site for its pages. */
export type SiteFacts = {
  name: string
  /** PUBLIC_URL; null if unset. */
  origin: string | null
  /** CONTACT_URL; null if unset. */
  contact: string | null
  /** SOURCE_URL. */
  source?: string
  /** The optional services that need consent; unset if there are none. */
  services?: OptionalServices
  /** Whether PREFETCH is on. */
  prefetch?: boolean
  /** The other sites with which members can sign in. */
  signInBy?: Provider[]
  /** The operator's name for their OpenID provider. */
  ownProvider?: string
  /** Unset if anyone may create an account. */
  registration?: 'invite' | 'closed'
  /** The language of the pages; unset if it is English. */
  language?: string
  /** Whether the site is for members only. */
  isClosed?: true
  /** Whether members can't write anything until they have confirmed their email address. */
  confirmsFirst?: true
  /** Whether the site doesn't deliver email (SMTP_URL is unset). */
  sendsNoEmail?: true
  /** What SITE_DIR changes. */
  brand?: Brand
}
