/**
 * The facts that decide whether a member's comment waits. `isStaff` means a moderator or admin. `shownComments` is the
 * number of the member's public comments, counted up to `trustedComments`. `wasRemoved` means that a comment written in
 * the last `removalDays` days was removed by a moderator, or waits for one after it was public.
 */
export type TrustFacts = {
  createdAt: Date
  isStaff: boolean
  hasConfirmedAddress: boolean
  shownComments: number
  wasRemoved: boolean
}

/**
 * What in a text can make it wait. `isCopy` means that another member recently posted the same text. `asksForContact`
 * means that it has an address, a number or a name at which to reach somebody elsewhere.
 */
export type TextFacts = { hasLink: boolean; isCopy: boolean; asksForContact: boolean }

const hourMs = 3_600_000

/**
 * An account's comments are its first ones until `firstComments` of them are public. An account is new for `newHours`. Of
 * the comments of all new accounts, `atOncePerHour` are shown immediately, and the others wait. After `trustedDays` and `trustedComments` public comments, it has trust, unless a comment of the last `removalDays` days was
 * removed. `reportsToHide` reports hide a comment by an author without trust.
 */
export const trust = {
  firstComments: 2,
  newHours: 24,
  atOncePerHour: 30,
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

/**
 * Tells whether a comment waits for a moderator. First comments do if the site holds all of them, if the account's
 * address isn't confirmed, or if the text asks for contact.
 */
export function hasToWait(
  facts: TrustFacts,
  { hasLink, isCopy, asksForContact }: TextFacts,
  { holdsFirst, now }: { holdsFirst: boolean; now: Date },
): boolean {
  if (facts.isStaff) return false
  if (isCopy || facts.wasRemoved || (hasLink && !isTrusted(facts, now))) return true
  return facts.shownComments < trust.firstComments && (holdsFirst || !facts.hasConfirmedAddress || asksForContact)
}
