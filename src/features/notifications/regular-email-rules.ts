import { digestWeek } from './digest-rules.ts'

/**
 * The emails that a schedule sends to members who asked for them. Each key is also the name of a column in
 * notification_receivers. `name` is used within sentences, `heading` and `label` in the settings, `description` in the
 * API, and `afterwards` where a member confirms unsubscribing. At most one email is sent per `periodOf(now)`, the
 * first day of a week, a month or the like (YYYY-MM-DD). `periodColumn` of the same table stores the last one.
 */
export const regularEmails = {
  digest: {
    name: 'weekly email',
    heading: 'Weekly email',
    label: 'Email me unread notifications every Monday',
    description: 'Whether you get an email with unread notifications each Monday.',
    afterwards: 'Your notifications stay on the site.',
    periodColumn: 'digestedWeek',
    periodOf: digestWeek,
  },
} as const

export type RegularEmail = keyof typeof regularEmails
export const regularEmailNames = Object.keys(regularEmails) as RegularEmail[]

/** Returns an object with a value for each regular email. */
export function forEachEmail<Value>(valueFor: (email: RegularEmail) => Value): Record<RegularEmail, Value> {
  return Object.fromEntries(regularEmailNames.map((email) => [email, valueFor(email)])) as Record<RegularEmail, Value>
}
