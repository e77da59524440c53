import type { Provider } from '#features/connections/rules.ts'
import type { OptionalServices } from '#features/consent/services-rules.ts'
import type { LanguageTag } from '#lib/languages.ts'
import type { Brand } from './brand-rules.ts'

/** The facts about the site that its pages need. */
export type SiteFacts = {
  name: string
  /** The site's address (PUBLIC_URL). Null if the setting is unset. */
  origin: string | null
  /** Where the operator can be reached (CONTACT_URL). Null if the setting is unset. */
  contact: string | null
  /** The optional services that need consent. Undefined if there are none. */
  services?: OptionalServices
  /** Whether members' own lists load in advance (PREFETCH). */
  prefetch?: boolean
  /** The other sites with which members can sign in. */
  signInBy?: Provider[]
  /** What the operator calls their OpenID provider. */
  ownProvider?: string
  /** Undefined if anyone may create an account. */
  registration?: 'invite' | 'closed'
  /** The languages of the interface, the default one first. Undefined if there is only one. */
  languages?: { tag: LanguageTag; prefix: string }[]
  /** The language of the prompts and texts. Undefined if it is English. */
  language?: string
  /** Whether the site is for members only. */
  isClosed?: true
  /** Whether members must confirm their email address before they can write anything. */
  confirmsFirst?: true
  /** Whether the site doesn't send email, because SMTP_URL is unset. */
  sendsNoEmail?: true
  /** Other companies whose scripts pages load without consent: for the robot check and for payments. */
  captchaBy?: string
  paymentsBy?: string
  /** What the operator's site folder (SITE_DIR) changes. */
  brand?: Brand
}
