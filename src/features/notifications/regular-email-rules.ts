import { t } from '#lib/texts.ts'
import { digestWeek } from './digest-rules.ts'

/**
 * The emails that are sent on a schedule to members who chose them. Each key is also the name of a column in
 * notification_receivers.
 */
export const regularEmails = {
  digest: {
    /** The question on the page for unsubscribing, and what it says afterwards. */
    get question() {
      return t('Stop the weekly email?')
    },
    get stopped() {
      return t('We won’t send you the weekly email anymore. You can turn it on again in your settings.')
    },
    /** `heading` and `label` are shown in the settings. */
    get heading() {
      return t('Weekly email')
    },
    get label() {
      return t('Email me unread notifications every Monday')
    },
    /** Shown in the documentation of the API. */
    get description() {
      return t('Whether you get an email with unread notifications each Monday.')
    },
    /** Shown where a member confirms unsubscribing. */
    get afterwards() {
      return t('Your notifications stay on the site.')
    },
    /**
     * The column of notification_receivers with the period of the last email, or the period in which the member turned
     * the email on, whichever is later.
     */
    periodColumn: 'digestedWeek',
    /** Returns the current period, by its first day (YYYY-MM-DD). A member gets at most one email per period. */
    periodOf: digestWeek,
  },
} as const

export type RegularEmail = keyof typeof regularEmails
/** The emails with a link to unsubscribe: the regular ones, and those about prompts that are due for review. */
export const unsubscribableEmails = {
  ...regularEmails,
  reviews: {
    get question() {
      return t('Stop the emails about reviews?')
    },
    get stopped() {
      return t('We won’t send you the emails about reviews anymore. You can turn them on again in your settings.')
    },
    get afterwards() {
      return t('You find what is due for review under Groups.')
    },
  },
} as const
export type UnsubscribableEmail = keyof typeof unsubscribableEmails
export const unsubscribableEmailNames = Object.keys(unsubscribableEmails) as UnsubscribableEmail[]

export const regularEmailNames = Object.keys(regularEmails) as RegularEmail[]

/** Returns an object that has each regular email as a key, with the value that `valueFor` returns for it. */
export function byRegularEmail<Value>(valueFor: (email: RegularEmail) => Value): Record<RegularEmail, Value> {
  return Object.fromEntries(regularEmailNames.map((email) => [email, valueFor(email)])) as Record<RegularEmail, Value>
}
