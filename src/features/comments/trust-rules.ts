/**
 * The facts that decide whether a member's comment waits. `isStaff` means a moderator or admin. `shownComments` is the
 * number of the member's public comments, counted up to `trustedComments`. `wasRemoved` means that a moderator removed a
 * comment written in the last `removalDays` days.
 */
export type TrustFacts = { createdAt: Date; isStaff: boolean; shownComments: number; wasRemoved: boolean }

const hourMs = 3_600_000

/**
 * An account's comments wait until `firstComments` of them are public. An account is new for `newHours`. After
 * `trustedDays` and `trustedComments` public comments, it has trust, unless a comment of the last `removalDays` days was
 * removed. `reportsToHide` reports hide a comment by an author without trust.
 */
export const trust = {
  firstComments: 2,
  newHours: 24,
  trustedDays: 7,
  trustedComments: 5,
  removalDays: 30,
  reportsToHide: 3,
} as const

/** Tells whether an account is in its first day. Moderators' and admins' accounts never count as new. */
export function isNewAccount({ createdAt, isStaff }: Pick<TrustFacts, 'createdAt' | 'isStaff'>, now: Date): boolean {
  return !isStaff && now.getTime() - createdAt.getTime() < trust.newHours * hourMs
}

/**
 * Tells whether an account has trust: its links don't make comments wait for a moderator, and it may comment at short
 * intervals.
 */
export function isTrusted({ createdAt, isStaff, shownComments, wasRemoved }: TrustFacts, now: Date): boolean {
  if (isStaff) return true
  const isOldEnough = now.getTime() - createdAt.getTime() >= trust.trustedDays * 24 * hourMs
  return isOldEnough && shownComments >= trust.trustedComments && !wasRemoved
}

/** Tells whether a comment waits for a moderator. `isCopy` means that another member recently posted the same text. */
export function hasToWait(trustFacts: TrustFacts, text: { hasLink: boolean; isCopy: boolean }, now: Date): boolean {
  if (trustFacts.isStaff) return false
  return trustFacts.shownComments < trust.firstComments || text.isCopy || (text.hasLink && !isTrusted(trustFacts, now))
}
