/** What decides whether a member's comment waits. Comments: those that everybody sees, up to `trustedComments`. */
export type Standing = { createdAt: Date; isStaff: boolean; shownComments: number; wasRemoved: boolean }

const hourMs = 3_600_000

/**
 * `firstComments`: how many of an account wait. An account is new for `newHours`. Links are shown at once after
 * `trustedDays` and `trustedComments`. `removalDays`: how long a removal counts against trust. `flags`: the reporters
 * that hide the comment of an author without trust.
 */
export const trust = {
  firstComments: 2,
  newHours: 24,
  trustedDays: 7,
  trustedComments: 5,
  removalDays: 30,
  flags: 3,
} as const

/** Whether an account is in its first day. */
export function isNewAccount({ createdAt, isStaff }: Pick<Standing, 'createdAt' | 'isStaff'>, now: Date): boolean {
  return !isStaff && now.getTime() - createdAt.getTime() < trust.newHours * hourMs
}

/** Whether a member may post links, and posts at short intervals. */
export function isTrusted({ createdAt, isStaff, shownComments, wasRemoved }: Standing, now: Date): boolean {
  if (isStaff) return true
  const isOldEnough = now.getTime() - createdAt.getTime() >= trust.trustedDays * 24 * hourMs
  return isOldEnough && shownComments >= trust.trustedComments && !wasRemoved
}

/** Whether a comment waits for a moderator. `isCopy`: another member posted the same text lately. */
export function waits(standing: Standing, text: { hasLink: boolean; isCopy: boolean }, now: Date): boolean {
  if (standing.isStaff) return false
  return standing.shownComments < trust.firstComments || text.isCopy || (text.hasLink && !isTrusted(standing, now))
}
